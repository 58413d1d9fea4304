// Hands the newcomers of one port from a listening socket to the next, by calls that only Linux has.

import { dlopen, type Library, ptr } from 'bun:ffi';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Missing where a service is shut in without /proc. */
const DESCRIPTORS = '/proc/self/fd';
/** What each descriptor is about; of an epoll instance, what it waits for. */
const FACTS = '/proc/self/fdinfo';
const EPOLL_CTL_MOD = 3;
const SOL_SOCKET = 1;
const SO_ACCEPTCONN = 30;
const SO_ATTACH_REUSEPORT_CBPF = 51;
/** `BPF_RET | BPF_K`: the filter's answer is its own number. */
const BPF_RETURN = 6;
/** Of two sockets in the group the younger has number 1; with one alone in it the number is ignored. */
const YOUNGER = 1;

const CALLS = {
  epoll_ctl: { args: ['i32', 'i32', 'i32', 'ptr'], returns: 'i32' },
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
  routeNewConnectionsTo(descriptor: number): boolean;
  /** Stops listening on it behind its owner's back; connections that came through it go on. */
  stopAccepting(descriptor: number): void;
  /**
   * Has newcomers wait in the system's queue, behind the owners' backs, until the answer is called.
   * Needs one free descriptor.
   */
  pauseAccepting(): () => void;
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

/** How the runtime waits for something to happen on a descriptor. */
interface Interest {
  epoll: number;
  descriptor: number;
  events: number;
  /** The runtime's own note, by which it knows the descriptor again. */
  data: bigint;
}

function listInterests(): Interest[] {
  const epolls = readdirSync(DESCRIPTORS).filter((name) => isEpoll(name));
  return epolls.flatMap((epoll) =>
    readFileSync(`${FACTS}/${epoll}`, 'latin1')
      .split('\n')
      .flatMap((line) => {
        const match = /^tfd: +(\d+) +events: +([0-9a-f]+) +data: +([0-9a-f]+)/.exec(line);
        if (match === null) return [];
        const [, descriptor, events, data] = match;
        return {
          epoll: Number(epoll),
          descriptor: Number(descriptor),
          events: Number.parseInt(events ?? '', 16),
          data: BigInt(`0x${data}`),
        };
      }),
  );
}

function isEpoll(name: string): boolean {
  try {
    return readlinkSync(`${DESCRIPTORS}/${name}`) === 'anon_inode:[eventpoll]';
  } catch {
    // The descriptor that the list was read through.
    return false;
  }
}

/** Changes what the runtime waits for; false where the system will not, as for a socket that is closed. */
function wait({ epoll_ctl }: Calls, interest: Interest, events: number): boolean {
  // struct epoll_event { u32 events; u64 data }, without a gap on x86 alone.
  const offset = process.arch === 'x64' ? 4 : 8;
  const event = new DataView(new ArrayBuffer(offset + 8));
  event.setUint32(0, events, true);
  event.setBigUint64(offset, interest.data, true);
  return epoll_ctl(interest.epoll, EPOLL_CTL_MOD, interest.descriptor, ptr(event)) === 0;
}

function changesWith(calls: Calls): Omit<ListeningSockets, 'list'> {
  const { dup2, setsockopt } = calls;
  return {
    pauseAccepting() {
      const listening = new Set(listWith(calls));
      const paused = listInterests().filter(
        (interest) => listening.has(interest.descriptor) && wait(calls, interest, 0),
      );
      return () => {
        const still = new Set(listWith(calls));
        for (const interest of paused) {
          if (still.has(interest.descriptor)) wait(calls, interest, interest.events);
        }
      };
    },
    routeNewConnectionsTo(descriptor) {
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
    stopAccepting(descriptor) {
      // The owner keeps a number that it may close, and nothing ever comes from it again.
      const nothing = openSync('/dev/null', 'r');
      dup2(nothing, descriptor);
      closeSync(nothing);
    },
  };
}
