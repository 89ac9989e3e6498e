import {
  exportMatchJson,
  exportMatchNotation,
  exportMatchPdf,
  getMatchPicture,
  importMatches,
} from 'pitchkeeper-client';
import type { ImportAnswer, Match, NewTranscripts } from 'pitchkeeper-client';
import { answer } from './server';

/** How something went from this phone to others: handed to another app, copied, or only shown. */
export type Way = 'shared' | 'copied' | 'shown' | 'saved';

/** Hands a link on as this browser can; over plain HTTP it may neither share nor copy. */
export async function handOn(data: ShareData): Promise<Way> {
  if ('share' in navigator && (await offered(data))) return 'shared';
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(data.url ?? data.text ?? '');
    return 'copied';
  }
  return 'shown';
}

/** Hands a file on, or saves it where the browser shares no files. */
export async function handOver(file: File): Promise<Way> {
  const data = { files: [file], title: file.name };
  if (navigator.canShare?.(data) && (await offered(data))) return 'shared';
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  // The browser reads it after this, and is never heard of when it is done.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return 'saved';
}

/** Whether the phone's own sheet took it; to close that sheet is an answer too. */
async function offered(data: ShareData): Promise<boolean> {
  try {
    await navigator.share(data);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}

/** What is taken away: to print, to read anywhere, to look at. */
export const SHEETS = ['pdf', 'text', 'picture'] as const;
export type Sheet = (typeof SHEETS)[number];

export async function sheetFile(match: Match, sheet: Sheet): Promise<File> {
  const path = { matchId: match.matchId };
  const name = nameOf(match);
  if (sheet === 'pdf') {
    const pdf = await answer(exportMatchPdf({ path, parseAs: 'blob' }));
    return file(pdf, `${name}.pdf`, 'application/pdf');
  }
  if (sheet === 'text') {
    const text = await answer(exportMatchNotation({ path, parseAs: 'blob' }));
    return file(text, `${name}.txt`, 'text/plain');
  }
  const drawn = await answer(getMatchPicture({ path, query: { theme: 'light' }, parseAs: 'blob' }));
  return new File([await painted(drawn as Blob)], `${name}.png`, { type: 'image/png' });
}

/** A match as a file that another Pitchkeeper takes in, hand for hand. */
export async function matchFile(match: Match): Promise<File> {
  const transcripts = await answer(exportMatchJson({ path: { matchId: match.matchId } }));
  return new File([JSON.stringify(transcripts)], `${nameOf(match)}.json`, { type: 'application/json' });
}

/** Takes in the matches of such a file; what each came to, in its order. */
export async function takeIn(taken: File): Promise<ImportAnswer[]> {
  const { items } = await answer(importMatches({ body: JSON.parse(await taken.text()) as NewTranscripts }));
  return items;
}

function nameOf({ sides }: Match): string {
  return sides.map(({ name }) => name.replaceAll(' & ', '-')).join('-');
}

export function file(content: unknown, name: string, type: string): File {
  return new File([content as Blob], name, { type });
}

const SHARPNESS = 3;

/** A drawing as points: what people send pictures with takes no drawings. */
export async function painted(drawn: Blob): Promise<Blob> {
  const source = URL.createObjectURL(new Blob([drawn], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth * SHARPNESS;
    canvas.height = image.naturalHeight * SHARPNESS;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done, failed) => {
      canvas.toBlob((made) => (made ? done(made) : failed(new Error('Nothing was painted.'))), 'image/png');
    });
  } finally {
    URL.revokeObjectURL(source);
  }
}
