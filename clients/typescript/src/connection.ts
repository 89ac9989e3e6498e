import { v4 as uuid } from 'uuid';

import { createClient, createConfig, type Client } from './client/client/index.ts';
import { createDevice, type Problem, type SignedIn } from './client/index.ts';

/** The server answered no; `problem.detail` says why, in the language of the request. */
export class Refused extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.problem = problem;
  }
}

/** There is no way to the server now, or the request was aborted (`cause`). */
export class Unreachable extends Error {}

interface Answer<T> {
  data?: T | undefined;
  error?: unknown;
  response?: Response | undefined;
}

/** Return what an operation answers. Throws `Refused` or `Unreachable`. */
export async function answer<T>(request: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await request.catch((error: unknown): Answer<T> => ({ error }));
  if (response?.ok) return data as T;
  if (isProblem(error)) throw new Refused(error);
  throw new Unreachable('There is no way to the server.', { cause: error });
}

function isProblem(error: unknown): error is Problem {
  return typeof error === 'object' && error !== null && 'code' in error && 'detail' in error;
}

export interface Connection {
  /** The address of the server, such as `https://cards.example`. */
  baseUrl: string;
  /** The token of a device that has signed in before. */
  token?: string;
  /** The language of sentences, such as `es`. */
  language?: string;
  fetch?: (request: Request) => Promise<Response>;
}

/**
 * Return a client, to be given to operations as `client`. It sends an `Idempotency-Key` with each
 * POST, so that it can send again what got no answer without doing it twice, and waits if the
 * server is busy (`Retry-After`).
 */
export function connect({ baseUrl, token, language, fetch = globalThis.fetch }: Connection): Client {
  const client = createClient(
    createConfig({
      baseUrl,
      ...(token === undefined ? {} : { auth: token }),
      ...(language === undefined ? {} : { headers: { 'Accept-Language': language } }),
      fetch: (input, init) => persistent(new Request(input, init), fetch),
    }),
  );
  client.interceptors.request.use((request) => {
    if (request.method === 'POST' && !request.headers.has('Idempotency-Key')) {
      request.headers.set('Idempotency-Key', uuid());
    }
    return request;
  });
  return client;
}

/** Sign a new device in; the client sends its token from now on. Keep the token as a password is kept. */
export async function signIn(client: Client): Promise<SignedIn> {
  const device = await answer(createDevice({ client }));
  client.setConfig({ auth: device.token });
  return device;
}

const TRIES = 3;
const LONGEST_WAIT_SECONDS = 30;

async function persistent(request: Request, fetch: (request: Request) => Promise<Response>): Promise<Response> {
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      const response = await fetch(request.clone());
      const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
      if (left === 0 || ![429, 503].includes(response.status) || !(seconds <= LONGEST_WAIT_SECONDS)) return response;
      await response.body?.cancel();
      await pause(seconds * 1000);
    } catch (error) {
      if (left === 0 || request.signal.aborted) throw error;
      await pause(200);
    }
  }
}

export const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));
