// A TCP port on loopback that never answers, as behind a firewall that drops packets.

import { dlopen, FFIType } from 'bun:ffi';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';

const AF_INET = 2;
const SOCK_STREAM = 1;

/**
 * Binds a port whose queue of waiting connections holds one and takes none off it; once that one
 * place is taken the kernel drops every further attempt. Runtimes accept by themselves, so this asks
 * the C library. Linux only.
 */
export async function openSilentListener(): Promise<{ port: number } & Disposable> {
  const { symbols: libc } = dlopen('libc.so.6', {
    socket: { args: [FFIType.i32, FFIType.i32, FFIType.i32], returns: FFIType.i32 },
    bind: { args: [FFIType.i32, FFIType.ptr, FFIType.u32], returns: FFIType.i32 },
    listen: { args: [FFIType.i32, FFIType.i32], returns: FFIType.i32 },
    getsockname: { args: [FFIType.i32, FFIType.ptr, FFIType.ptr], returns: FFIType.i32 },
    close: { args: [FFIType.i32], returns: FFIType.i32 },
  });
  const listener = libc.socket(AF_INET, SOCK_STREAM, 0);
  const address = Buffer.alloc(16);
  address.writeUInt16LE(AF_INET, 0);
  address.set([127, 0, 0, 1], 4);
  const failed =
    libc.bind(listener, address, address.length) !== 0 ||
    libc.listen(listener, 0) !== 0 ||
    libc.getsockname(listener, address, new Uint32Array([address.length])) !== 0;
  if (failed) throw new Error('The silent listener could not be opened.');

  const port = address.readUInt16BE(2);
  const occupant = await new Promise<Socket>((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port }, () => resolve(socket));
    socket.on('error', reject);
  });
  return {
    port,
    [Symbol.dispose]() {
      occupant.destroy();
      libc.close(listener);
    },
  };
}

/** How many connection attempts to a port are waiting for their answer, machine-wide. */
export function countAttempts(port: number): number {
  const remote = `:${port.toString(16).toUpperCase().padStart(4, '0')} 02 `;
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .filter((line) => line.includes(remote)).length;
}
