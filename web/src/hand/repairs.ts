import type { Card, HandRecord, Replacement } from 'pitchkeeper-client';

type Node = { [key: string]: unknown };

/** The record with one value replaced or one card moved, as a pointer says where. */
export function repaired(record: HandRecord, { path, value, from }: Replacement): HandRecord {
  const copy = structuredClone(record);
  if (from === null) {
    const { node, key } = place(copy, path);
    node[key] = JSON.parse(value ?? 'null');
  } else {
    const source = place(copy, from);
    const card = source.node[source.key];
    const target = place(copy, path);
    (target.node as unknown as unknown[]).splice(Number(target.key), 0, card);
    (source.node as unknown as unknown[]).splice(Number(source.key), 1);
  }
  return copy;
}

// An array is walked like an object: its keys are its places.
function place(record: HandRecord, pointer: string): { node: Node; key: string } {
  const path = pointer.split('/').slice(1);
  const key = path.pop()!;
  const node = path.reduce((at, step) => at[step] as Node, record as unknown as Node);
  return { node, key };
}

/** The side whose pile a change is about. */
export function sideOfRepair(record: HandRecord, { path }: Replacement): number | undefined {
  const pile = /^\/piles\/(\d+)/.exec(path)?.[1];
  return pile === undefined ? undefined : record.piles?.[Number(pile)]?.side;
}

/** Return whether a change is to a number that nobody entered: how many trumps a list has. */
export function isOfListed(record: HandRecord, { path }: Replacement, trumps: ReadonlySet<Card>): boolean {
  const pile = record.piles?.[Number(/^\/piles\/(\d+)\/trumps$/.exec(path)?.[1])];
  return pile !== undefined && pile.trumps === pile.cards.filter((card) => trumps.has(card)).length;
}
