// Requests of several kinds at once, the bare server's among them: only beside it a bound of time means the service.

import { expect } from 'bun:test';
import { nextAddress } from './client.ts';

const BOUND_MS = 50;

export interface Answered {
  status: number;
  ms: number;
  text: string;
}

export async function request(
  muster: { url: string },
  path: string,
  init: BunFetchRequestInit = {},
): Promise<Answered> {
  const startedAt = performance.now();
  const headers = { 'x-forwarded-for': nextAddress(), ...(init.headers as object) };
  const answer = await fetch(`${muster.url}${path}`, { ...init, headers });
  const text = await answer.text();
  return { status: answer.status, ms: performance.now() - startedAt, text };
}

/** Several kinds of requests, each repeated until it is disposed or finished. */
export function repeatRequests<Kind extends string>(kinds: Record<Kind, () => Promise<Answered>>) {
  const answers = {} as Record<Kind, Answered[]>;
  let isOver = false;
  const asking = Object.entries<() => Promise<Answered>>(kinds).map(async ([kind, send]) => {
    const own: Answered[] = [];
    answers[kind as Kind] = own;
    while (!isOver) {
      own.push(await send());
      await Bun.sleep(10);
    }
  });
  async function finish(): Promise<Record<Kind, Answered[]>> {
    isOver = true;
    await Promise.all(asking);
    return answers;
  }
  return {
    answers,
    finish,
    [Symbol.asyncDispose]: async () => {
      await finish();
    },
  };
}

function percentile(answers: readonly Answered[], share: number): number {
  const sorted = answers.map(({ ms }) => ms).toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Infinity;
}

/** Expects that the service adds at most 50 ms to what the bare server took in the same seconds, in 99 of 100 answers. */
export function expectSwift<Kind extends string>(
  { bare, ...answers }: Record<Kind | 'bare', Answered[]>,
  least = 50,
): void {
  const bareMs = percentile(bare, 0.99);
  const described = Object.entries<Answered[]>(answers).map(([kind, each]) => {
    const addedMs = percentile(each, 0.99) - bareMs;
    const statuses = [...new Set(each.map(({ status }) => status))];
    return [kind, statuses, addedMs <= BOUND_MS || addedMs, each.length > least];
  });
  expect(described).toEqual(Object.keys(answers).map((kind) => [kind, [200], true, true]));
}
