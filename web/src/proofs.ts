/** The text of a file in a ZIP archive whose files are compressed and have their lengths before them. */
export async function unzipped(archive: Blob, name: string): Promise<string> {
  const view = new DataView(await archive.arrayBuffer());
  for (let at = 0; view.getUint32(at, true) === FILE; ) {
    const length = view.getUint32(at + 18, true);
    const named = at + 30;
    const start = named + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
    const found = new TextDecoder().decode(new Uint8Array(view.buffer, named, view.getUint16(at + 26, true)));
    if (found === name) {
      const content = new Blob([view.buffer.slice(start, start + length)]);
      return new Response(content.stream().pipeThrough(new DecompressionStream('deflate-raw'))).text();
    }
    at = start + length;
  }
  return '';
}

const FILE = 0x04034b50;

/** What clashes, by the head of a legend: a heading each, and below it the entries or the rules. */
export function clashes(legend: string): { heading: string; lines: string[] }[] {
  return legend
    .split('\n\n')
    .slice(1, 3)
    .map((paragraph) => paragraph.split('\n'))
    .map(([heading = '', ...lines]) => ({ heading, lines: lines.map((line) => line.split(/ {2}/)[2] ?? '') }))
    .filter(({ lines }) => lines.every(Boolean));
}
