// Hands the newcomers of one port from a listening socket to the next, by calls that only Linux has.

import { dlopen, type Library, ptr } from 'bun:ffi';
import { closeSync, existsSync, openSync, readdirSync } from 'node:fs';

/** Missing where a service is shut in without /proc. */
const DESCRIPTORS = '/proc/self/fd';
const SOL_SOCKET = 1;
const SO_ACCEPTCONN = 30;
const SO_ATTACH_REUSEPORT_CBPF = 51;
/** `BPF_RET | BPF_K`: the filter's answer is its own number. */
const BPF_RETURN = 6;
/** Of two sockets in the group the younger has number 1; with one alone in it the number is ignored. */
const YOUNGER = 1;

const CALLS = {
  dup2: { args: ['i32', 'i32'], returns: 'i32' },
  getsockopt: { args: ['i32', 'i32', 'i32', 'ptr', 'ptr'], returns: 'i32' },
  setsockopt: { args: ['i32', 'i32', 'i32', 'ptr', 'u32'], returns: 'i32' },
} as const;

/** The sockets of this process that listen. Descriptors are the system's own numbers. */
export interface ListeningSockets {
  list(): number[];
  /**
   * Of two sockets that share a port, sends everybody who knocks from now on to this one, which is the
   * younger. False where the system will not.
   */
  steerTo(descriptor: number): boolean;
  /** Stops listening on it behind its owner's back; connections that came through it go on. */
  silence(descriptor: number): void;
}

/** The system's calls; `undefined` on any system but Linux, and where that does not tell descriptors. */
export function findListeningSockets(): ListeningSockets | undefined {
  const isKnown = process.platform === 'linux' && existsSync(DESCRIPTORS);
  const calls = isKnown ? findCalls() : undefined;
  return calls === undefined ? undefined : { list: () => listWith(calls), ...changesWith(calls) };
}

type Calls = Library<typeof CALLS>['symbols'];

function findCalls(): Calls | undefined {
  const machine = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
  for (const name of ['libc.so.6', `libc.musl-${machine}.so.1`]) {
    try {
      return dlopen(name, CALLS).symbols;
    } catch {
      // The other C library, then.
    }
  }
  return undefined;
}

function listWith({ getsockopt }: Calls): number[] {
  return readdirSync(DESCRIPTORS)
    .map(Number)
    .filter((descriptor) => {
      const value = new Int32Array(1);
      const size = new Uint32Array([value.byteLength]);
      const outcome = getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, ptr(value), ptr(size));
      return outcome === 0 && value[0] === 1;
    });
}

function changesWith({ dup2, setsockopt }: Calls): Omit<ListeningSockets, 'list'> {
  return {
    steerTo(descriptor) {
      // struct sock_filter { u16 code; u8 jt, jf; u32 k } and struct sock_fprog { u16 length; filter* }
      const filter = new DataView(new ArrayBuffer(8));
      filter.setUint16(0, BPF_RETURN, true);
      filter.setUint32(4, YOUNGER, true);
      const program = new DataView(new ArrayBuffer(16));
      program.setUint16(0, 1, true);
      program.setBigUint64(8, BigInt(ptr(filter)), true);
      const { byteLength } = program;
      return (
        setsockopt(descriptor, SOL_SOCKET, SO_ATTACH_REUSEPORT_CBPF, ptr(program), byteLength) === 0
      );
    },
    silence(descriptor) {
      // The owner keeps a number that it may close, and nothing ever comes from it again.
      const nothing = openSync('/dev/null', 'r');
      dup2(nothing, descriptor);
      closeSync(nothing);
    },
  };
}
