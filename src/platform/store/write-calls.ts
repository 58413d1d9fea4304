// Decides which store methods write, and how a call reaches the writer's thread.

import { currentLanguage, inLanguage, type Language } from '../messages/language.ts';
import { callMethod, wrapMethods } from './stores.ts';

/** Prefixes of methods that only read. Every other method needs the connection that writes. */
const READS =
  /^(compare|count|describe|find|has|is|list|load|measure|read|search|summarise)(?=[A-Z])/;

/** Whether a method writes, judged by its name. A writing method with a wrong name fails on the reading connection. */
export function isWrite(method: string): boolean {
  return !READS.test(method);
}

export interface WriteCall {
  store: string;
  method: string;
  args: readonly unknown[];
  /** The language of the call's failures. */
  language: Language;
}

/** How a method's large argument is copied to the writer's thread. */
export interface Packing {
  store: string;
  method: string;
  pack(argument: unknown): unknown;
  unpack(packed: unknown): unknown;
  isLarge(packed: unknown): boolean;
}

export function withWrites<Stores extends object>(
  stores: Stores,
  write: (call: WriteCall) => Promise<unknown>,
): Stores {
  return wrapMethods(stores, (method, store, name) =>
    isWrite(name)
      ? (...args) => write({ store, method: name, args, language: currentLanguage() })
      : method,
  );
}

export async function runWriteCall(
  stores: object,
  call: WriteCall,
  packing: Packing,
): Promise<unknown> {
  const { store, method, args, language } = call;
  const given = isPacked(call, packing) ? args.map((packed) => packing.unpack(packed)) : args;
  return inLanguage(language, () => callMethod(stores, store, method, given));
}

export function packCall(call: WriteCall, packing: Packing): WriteCall {
  return isPacked(call, packing)
    ? { ...call, args: call.args.map((argument) => packing.pack(argument)) }
    : call;
}

export function isLarge(call: WriteCall, packing: Packing): boolean {
  return isPacked(call, packing) && call.args.some((packed) => packing.isLarge(packed));
}

function isPacked({ store, method }: WriteCall, packing: Packing): boolean {
  return store === packing.store && method === packing.method;
}
