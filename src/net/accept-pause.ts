// Stops accepting connections for a while, by calls that only Linux has.
//
// The runtime cannot pause a listening socket: while no file descriptor is free, its event loop tries to
// accept some 70,000 times a second. This file changes what the loop waits for, behind its back:
// - `/proc/self/fdinfo` lists what each epoll instance of the process waits for, see proc_pid_fdinfo(5);
// - EPOLL_CTL_MOD with no events makes the kernel report nothing of a socket, see epoll_ctl(2);
// - SO_ACCEPTCONN tells a listening socket from a connection, see socket(7).
// Meanwhile new connections wait in the kernel's queue, see listen(2).

import { type Library, ptr } from 'bun:ffi';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { openCLibrary } from '../lib/c-library.ts';

/** Missing in a sandbox without /proc. */
const DESCRIPTORS = '/proc/self/fd';
/** Details of each descriptor; of an epoll instance, what it waits for. */
const DESCRIPTOR_DETAILS = '/proc/self/fdinfo';
const EPOLL_CTL_MOD = 3;
const SOL_SOCKET = 1;
const SO_ACCEPTCONN = 30;

const CALLS = {
  epoll_ctl: { args: ['i32', 'i32', 'i32', 'ptr'], returns: 'i32' },
  getsockopt: { args: ['i32', 'i32', 'i32', 'ptr', 'ptr'], returns: 'i32' },
} as const;

type Calls = Library<typeof CALLS>['symbols'];

/** Stops accepting connections on all listening sockets of the process; the result starts again. */
export type PauseAccepting = () => () => void;

/**
 * Finds the system calls; `undefined` on other systems than Linux, and where /proc is missing.
 * Pausing needs one free file descriptor.
 */
export function findPauseAccepting(): PauseAccepting | undefined {
  const isKnown = process.platform === 'linux' && existsSync(DESCRIPTORS);
  const calls = isKnown ? openCLibrary(CALLS) : undefined;
  return calls === undefined ? undefined : () => pauseAccepting(calls);
}

function pauseAccepting(calls: Calls): () => void {
  const paused = listInterests().filter(
    (interest) => isListening(calls, interest.descriptor) && setEvents(calls, interest, 0),
  );
  return () => {
    for (const interest of paused) {
      if (isListening(calls, interest.descriptor)) setEvents(calls, interest, interest.events);
    }
  };
}

function isListening({ getsockopt }: Calls, descriptor: number): boolean {
  const value = new Int32Array(1);
  const size = new Uint32Array([value.byteLength]);
  const outcome = getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, ptr(value), ptr(size));
  return outcome === 0 && value[0] === 1;
}

/** That the runtime's event loop waits for events on a descriptor. */
interface Interest {
  epoll: number;
  descriptor: number;
  /** Bits of EPOLLIN and so on. */
  events: number;
  /** A value of the runtime by which it recognizes the descriptor. */
  data: bigint;
}

function listInterests(): Interest[] {
  const epolls = readdirSync(DESCRIPTORS).filter((name) => isEpoll(name));
  return epolls.flatMap((epoll) =>
    readFileSync(`${DESCRIPTOR_DETAILS}/${epoll}`, 'latin1')
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
    // The descriptor through which the folder was read is closed by now.
    return false;
  }
}

/** Changes what the event loop waits for; false where the kernel refuses, as for a closed socket. */
function setEvents({ epoll_ctl }: Calls, interest: Interest, events: number): boolean {
  // struct epoll_event { u32 events; u64 data }, packed on x86-64 alone.
  const offset = process.arch === 'x64' ? 4 : 8;
  const event = new DataView(new ArrayBuffer(offset + 8));
  event.setUint32(0, events, true);
  event.setBigUint64(offset, interest.data, true);
  return epoll_ctl(interest.epoll, EPOLL_CTL_MOD, interest.descriptor, ptr(event)) === 0;
}
