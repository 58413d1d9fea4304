// Puts a server under load and tells how it did: with wrk, or with the bench's own generator.

import { join } from 'node:path';
import type { Workplace } from './workplace.ts';

/** What one round of load saw. */
export interface LoadResult {
  requests: number;
  seconds: number;
  bytes: number;
  p50Ms: number;
  p99Ms: number;
  /** Answers with a status of 400 or more, and connections that broke. */
  failures: number;
}

/** One target under one kind of load. */
export interface LoadPlan {
  port: number;
  /** File with the requests, made by `writeRequests`; sent in turn on each of the connections. */
  requestFile: string;
  connections: number;
}

/** A request to be sent again and again. */
export interface PlannedRequest {
  method?: 'GET' | 'POST';
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

const GENERATOR = join(import.meta.dir, '../raw-load.ts');
const SCRIPT = join(import.meta.dir, '../load.lua');

/** Writes requests down for the generators, and returns the plan that sends them. */
export async function planLoad(
  workplace: Workplace,
  target: { port: number; connections?: number },
  requests: readonly PlannedRequest[],
): Promise<LoadPlan> {
  const requestFile = join(await workplace.makeFolder(), 'requests');
  const texts = requests.map((request) => {
    const text = writeRequest(request, target.port);
    return `${Buffer.byteLength(text)}\n${text}`;
  });
  await Bun.write(requestFile, texts.join(''));
  return { port: target.port, requestFile, connections: target.connections ?? 64 };
}

/** Runs one round. Throws when the generator did not come to an end, or not one request was answered well. */
export async function runLoad(
  workplace: Workplace,
  plan: LoadPlan,
  seconds: number,
): Promise<LoadResult> {
  const { wrk } = workplace.machine;
  const { port, connections, requestFile } = plan;
  const url = `http://127.0.0.1:${port}/`;
  const cmd =
    wrk === undefined
      ? [process.execPath, GENERATOR, String(port), String(connections), String(seconds)]
      : [wrk, '-t1', `-c${connections}`, `-d${seconds}s`, '-s', SCRIPT, url];
  const child = workplace.spawn({ cmd, place: 'load', env: { BENCH_REQUESTS: requestFile } });
  const output = await new Response(child.stdout).text();
  const exitCode = await child.exited;
  const line = output.split('\n').findLast((text) => text.startsWith('{'));
  if (exitCode !== 0 || line === undefined) {
    throw new Error(`The load generator failed (exit status ${exitCode}): ${output.trim()}`);
  }
  const result: LoadResult = JSON.parse(line);
  if (result.requests === 0 || result.failures > result.requests / 1000) {
    throw new Error(`${result.failures} of ${result.requests} requests to ${url} failed.`);
  }
  return result;
}

/** Answered requests in a second. */
export function rateOf({ requests, seconds }: LoadResult): number {
  return requests / seconds;
}

function writeRequest(request: PlannedRequest, port: number): string {
  const { method = 'GET', path, headers = {}, body = '' } = request;
  const length = method === 'POST' ? { 'Content-Length': String(Buffer.byteLength(body)) } : {};
  const lines = Object.entries({ Host: `127.0.0.1:${port}`, ...headers, ...length });
  const head = [`${method} ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`)];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
