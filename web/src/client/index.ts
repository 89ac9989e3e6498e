export * from 'pitchkeeper-client';
