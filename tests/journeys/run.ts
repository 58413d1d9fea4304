// Prints, as JSON, what runs on each journey. It runs in the copy that `instrument.ts` makes.

import { beatForm, openListening, PASSWORD } from '../support/test-app.ts';
import type { Journey } from './instrument.ts';

const calls: string[] = [];
Object.assign(globalThis, { noteCall: (file: string) => calls.push(file) });

await using app = await openListening();
await app.register('Alice');
const origin = `http://127.0.0.1:${app.port}`;
const journeys: Record<string, Journey> = {};

async function request(path: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(`${origin}${path}`, init);
  await answer.clone().arrayBuffer();
  return answer;
}

/** Notes what runs until the answer has come. */
async function journey<T>(name: string, run: () => Promise<T>): Promise<T> {
  calls.length = 0;
  const result = await run();
  journeys[name] = { files: [...new Set(calls)].toSorted(), calls: calls.length };
  return result;
}

const sessionOf = (answer: Response) => answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';

/** A login as launchers do it: the second of its two requests counts. */
async function login(): Promise<string> {
  const first = await request('/api/login/');
  const { token } = (await first.clone().json()) as { token: string };
  const body = new URLSearchParams({ username: 'Alice', password: PASSWORD, token });
  const init = { method: 'POST', body, headers: { cookie: sessionOf(first) } };
  return sessionOf(await journey('login', () => request('/api/login/', init)));
}

const beat = () => request('/server/heartbeat/', { method: 'POST', body: beatForm() });
await beat();
await journey('heartbeat of a known server', beat);

const list = (headers: Record<string, string> = {}) => request('/api/servers/', { headers });
await app.advance(2_000);
await list();
await journey('public list', () => list());

await login();
const cookie = await login();
await journey('list of a player, first', () => list({ cookie }));
await journey('list of a player, kept', () => list({ cookie }));

console.log(JSON.stringify(journeys));
