// Calls functions of the system's C library when the runtime offers none.

import { dlopen, type FFIFunction, type Library } from 'bun:ffi';

/** Opens the functions; `undefined` when neither glibc nor musl has all of them. */
export function openCLibrary<Functions extends Record<string, FFIFunction>>(
  functions: Functions,
): Library<Functions>['symbols'] | undefined {
  const machine = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
  for (const name of ['libc.so.6', `libc.musl-${machine}.so.1`]) {
    try {
      return dlopen(name, functions).symbols;
    } catch {
      // The system has the other C library.
    }
  }
  return undefined;
}
