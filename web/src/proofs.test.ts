import { expect, test } from 'vitest';

import { clashes, unzipped } from './proofs';

/** One file as it lies in an archive, compressed. */
async function zipped(name: string, text: string): Promise<BlobPart[]> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const content = await new Response(stream).arrayBuffer();
  const head = new DataView(new ArrayBuffer(30));
  head.setUint32(0, 0x04034b50, true);
  head.setUint32(18, content.byteLength, true);
  head.setUint16(26, name.length, true);
  return [head.buffer, name, content];
}

test('a file is read from an archive by its name', async () => {
  const files = [...(await zipped('proof.lrat', '3 0 1 2 0\n')), ...(await zipped('legend.txt', 'José ♠'))];
  const archive = new Blob([...files, new Uint32Array([0x02014b50])]);
  expect(await unzipped(archive, 'legend.txt')).toBe('José ♠');
  expect(await unzipped(archive, 'witness.txt')).toBe('');
});

const LEGEND = `Proof that no deal fits

These can't all be true:
  /trump  Trump was spades.
  /tricks/0/cards/0  The 7 of hearts was led.

The rules say:
  mb-lounge/play.trump  The first card is trump.

Any program can check it.
Of each clause one line is so.
`;

test('what clashes is told without pointers and ids', () => {
  expect(clashes(LEGEND)).toEqual([
    { heading: "These can't all be true:", lines: ['Trump was spades.', 'The 7 of hearts was led.'] },
    { heading: 'The rules say:', lines: ['The first card is trump.'] },
  ]);
});

test('without rules only the entries are told', () => {
  const bare = LEGEND.replace(/The rules say:\n.*\n\n/, '');
  expect(clashes(bare).map(({ heading }) => heading)).toEqual(["These can't all be true:"]);
});
