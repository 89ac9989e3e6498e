export type * from 'pitchkeeper-client';
