// Which methods of the repositories write, and how a call is passed to the thread that writes.

import { type Repositories, wrapMethods } from '../../app/repositories.ts';
import type {
  SavedBatch,
  SavedBeat,
  ServerBatch,
  StoredServer,
} from '../../modules/registry/server-ports.ts';
import { currentLanguage, inLanguage, type Language } from '../messages/language.ts';

/** How the methods begin that only read. Every other method needs the connection that writes. */
const READS =
  /^(compare|count|describe|find|has|is|list|load|measure|read|search|summarise)(?=[A-Z])/;

/** Whether a method writes, by its name: the connection that reads refuses one that is named wrongly. */
export function isWrite(method: string): boolean {
  return !READS.test(method);
}

export interface WriteCall {
  repository: keyof Repositories;
  method: string;
  args: readonly unknown[];
  /** In which the failures of the call are said. */
  language: Language;
}

export function withWrites(
  repositories: Repositories,
  write: (call: WriteCall) => Promise<unknown>,
): Repositories {
  return wrapMethods(repositories, (method, repository, name) =>
    isWrite(name)
      ? (...args) => write({ repository, method: name, args, language: currentLanguage() })
      : method,
  );
}

export async function runWriteCall(repositories: Repositories, call: WriteCall): Promise<unknown> {
  const { repository, method, args, language } = call;
  const given = isBatch(call) ? args.map((arg) => unpackBatch(arg as PackedBatch)) : args;
  return inLanguage(language, () => callMethod(repositories, repository, method, given));
}

export function callMethod(
  repositories: Repositories,
  repository: keyof Repositories,
  method: string,
  args: readonly unknown[],
): unknown {
  const methods = repositories[repository] as unknown as Record<
    string,
    (...args: unknown[]) => unknown
  >;
  return methods[method]?.(...args);
}

export function packCall(call: WriteCall): WriteCall {
  return isBatch(call)
    ? { ...call, args: call.args.map((arg) => packBatch(arg as ServerBatch)) }
    : call;
}

export function isLarge(call: WriteCall): boolean {
  return isBatch(call) && call.args.some((arg) => (arg as PackedBatch).saved.length > MANY_TEXTS);
}

function isBatch({ repository, method }: WriteCall): boolean {
  return repository === 'servers' && method === 'saveBatch';
}

/** Ten thousand servers are copied to another thread as texts in 3 ms, as objects in 11 ms. */
interface PackedBatch extends Omit<ServerBatch, 'saved' | 'beats'> {
  /** JSON of a limited number of servers each, so that few of them are objects at a time. */
  saved: string[];
  beats: string[];
}

const SERVERS_IN_A_TEXT = 200;
const MANY_TEXTS = 10;

function packBatch({ saved, beats, ...batch }: ServerBatch): PackedBatch {
  return { ...batch, saved: pack(saved), beats: pack(beats) };
}

function pack(items: readonly unknown[] = []): string[] {
  const texts: string[] = [];
  for (let index = 0; index < items.length; index += SERVERS_IN_A_TEXT) {
    texts.push(JSON.stringify(items.slice(index, index + SERVERS_IN_A_TEXT)));
  }
  return texts;
}

function unpackBatch({ saved, beats, ...batch }: PackedBatch): SavedBatch {
  return { ...batch, saved: unpack<StoredServer>(saved), beats: unpack<SavedBeat>(beats) };
}

function* unpack<Item>(texts: readonly string[]): Generator<Item> {
  for (const text of texts) yield* JSON.parse(text) as Item[];
}
