// A notify socket as systemd opens it, for tests: a datagram socket with a name in the file system or outside it.

import { dlopen, ptr } from 'bun:ffi';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { symbols: libc } = dlopen('libc.so.6', {
  socket: { args: ['i32', 'i32', 'i32'], returns: 'i32' },
  bind: { args: ['i32', 'ptr', 'u32'], returns: 'i32' },
  recv: { args: ['i32', 'ptr', 'u64', 'i32'], returns: 'i64' },
  close: { args: ['i32'], returns: 'i32' },
});
const AF_UNIX = 1;
const SOCK_DGRAM = 2;
const MSG_DONTWAIT = 0x40;

/** A service manager that only listens. */
export interface TestServiceManager extends Disposable {
  /** What goes into `NOTIFY_SOCKET`. */
  path: string;
  /** The datagrams that arrived since the last call. */
  read(): string[];
}

/** Opens one; throws when the system has no such sockets. */
export function openTestServiceManager(kind: 'path' | 'abstract'): TestServiceManager {
  const folder = mkdtempSync(join(tmpdir(), 'muster-notify-'));
  const path = join(folder, 'notify');
  const name = Buffer.from(kind === 'path' ? `${path}\0` : `\0${path}`);
  const address = Buffer.concat([Buffer.from([AF_UNIX, 0]), name]);
  const descriptor = libc.socket(AF_UNIX, SOCK_DGRAM, 0);
  if (libc.bind(descriptor, ptr(address), address.length) !== 0) {
    throw new Error(`No socket can be opened at ${path}.`);
  }
  return {
    path: kind === 'path' ? path : `@${path}`,
    read() {
      const found: string[] = [];
      const bytes = Buffer.alloc(4_096);
      for (;;) {
        const size = Number(libc.recv(descriptor, ptr(bytes), bytes.length, MSG_DONTWAIT));
        if (size < 0) return found;
        found.push(bytes.toString('utf8', 0, size));
      }
    },
    [Symbol.dispose]() {
      libc.close(descriptor);
      rmSync(folder, { recursive: true });
    },
  };
}
