// A listening socket as a service manager opens it: nobody accepts its connections until a service does.

import { dlopen, ptr } from 'bun:ffi';

const { symbols: libc } = dlopen('libc.so.6', {
  socket: { args: ['i32', 'i32', 'i32'], returns: 'i32' },
  bind: { args: ['i32', 'ptr', 'u32'], returns: 'i32' },
  listen: { args: ['i32', 'i32'], returns: 'i32' },
  getsockname: { args: ['i32', 'ptr', 'ptr'], returns: 'i32' },
  close: { args: ['i32'], returns: 'i32' },
});
const AF_INET = 2;
const SOCK_STREAM = 1;

/** A socket that listens on 127.0.0.1, and stays open until it is disposed. */
export interface ListeningSocket extends Disposable {
  descriptor: number;
  port: number;
}

/** Opens one on a free port; throws when the system has none. */
export function openListeningSocket(): ListeningSocket {
  const descriptor = libc.socket(AF_INET, SOCK_STREAM, 0);
  // struct sockaddr_in: family, port 0, 127.0.0.1.
  const address = new Uint8Array(16);
  address.set([AF_INET, 0, 0, 0, 127, 0, 0, 1]);
  const size = new Uint32Array([address.length]);
  const isOpen =
    libc.bind(descriptor, ptr(address), address.length) === 0 &&
    libc.listen(descriptor, 4_096) === 0 &&
    libc.getsockname(descriptor, ptr(address), ptr(size)) === 0;
  if (!isOpen) throw new Error('No socket can be opened.');
  return {
    descriptor,
    port: new DataView(address.buffer).getUint16(2),
    [Symbol.dispose]() {
      libc.close(descriptor);
    },
  };
}
