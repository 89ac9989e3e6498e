export { v7 as newId } from 'uuid';

export * from './client/index.ts';
export { client } from './client/client.gen.ts';
export type { Client } from './client/client/index.ts';
export { answer, connect, Refused, signIn, Unreachable, type Connection } from './connection.ts';
export { questionsOf, type Refusal, type Wish } from './delivery.ts';
export { follow, withLines } from './live.ts';
export { CommandQueue, sendBy, type QueueState, type QueueStorage } from './queue.ts';
