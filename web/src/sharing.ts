import { exportMatchJson, exportMatchPdf, getScorePng, importMatches } from 'pitchkeeper-client';
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

/** The score as a picture: square for a chat, which shows squares whole, or wide for a post. */
export async function scorePicture(match: Match, size: 'square' | 'wide'): Promise<File> {
  const path = { matchId: match.matchId };
  const drawn = await answer(getScorePng({ path, query: { size }, parseAs: 'blob' }));
  return file(drawn, `${nameOf(match)}-${size}.png`, 'image/png');
}

/** The sheet to print. */
export async function scoreSheet(match: Match): Promise<File> {
  const pdf = await answer(exportMatchPdf({ path: { matchId: match.matchId }, parseAs: 'blob' }));
  return file(pdf, `${nameOf(match)}.pdf`, 'application/pdf');
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
