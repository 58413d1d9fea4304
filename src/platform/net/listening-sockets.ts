// Adds what the runtime's sockets lack: pauses listening sockets, replaces one by an inherited socket, and closes kept
// connections only when nothing has arrived on them.
//
// - While no file descriptor is free, the runtime's event loop tries to accept some 70,000 times a second. Paused
//   sockets report nothing, and new connections wait in the kernel's queue, see listen(2).
// - It cannot listen on a socket that a service manager keeps over restarts, see sd_listen_fds(3).
// - It closes all idle connections at once, and loses data that clients have just sent on some of them.
//
// `/proc/self/fdinfo` lists the descriptors that the event loop waits for, see proc_pid_fdinfo(5), and epoll_ctl(2)
// changes them; dup2(2) makes a descriptor stand for another socket, and the loop forgets the old socket, see epoll(7).

import { type Library, ptr } from 'bun:ffi';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { openCLibrary } from '../lib/c-library.ts';
import { Failure, readOr } from '../lib/failure.ts';

const DESCRIPTORS = '/proc/self/fd';
const DESCRIPTOR_DETAILS = '/proc/self/fdinfo';
const EPOLL_CTL_ADD = 1;
const EPOLL_CTL_MOD = 3;
const SOL_SOCKET = 1;
const SO_ACCEPTCONN = 30;
const AF_INET = 2;
const AF_INET6 = 10;
const MSG_PEEK = 0x2;
const MSG_DONTWAIT = 0x40;
const SHUT_RDWR = 2;
const F_SETFL = 4;
const O_NONBLOCK = 0o4000;
/** The first descriptor that a service manager passes on. */
const FIRST_INHERITED = 3;

const CALLS = {
  epoll_ctl: { args: ['i32', 'i32', 'i32', 'ptr'], returns: 'i32' },
  getsockopt: { args: ['i32', 'i32', 'i32', 'ptr', 'ptr'], returns: 'i32' },
  getsockname: { args: ['i32', 'ptr', 'ptr'], returns: 'i32' },
  dup2: { args: ['i32', 'i32'], returns: 'i32' },
  recv: { args: ['i32', 'ptr', 'u64', 'i32'], returns: 'i64' },
  shutdown: { args: ['i32', 'i32'], returns: 'i32' },
  fcntl: { args: ['i32', 'i32', 'i32'], returns: 'i32' },
} as const;

type Calls = Library<typeof CALLS>['symbols'];

/** Stops accepting connections on all listening sockets of the process. The result starts again. */
export type PauseAccepting = () => () => void;

/** `undefined` on systems other than Linux, and when /proc is missing. Pausing needs one free file descriptor. */
export function findPauseAccepting(): PauseAccepting | undefined {
  const calls = findCalls();
  return calls === undefined ? undefined : () => pauseAccepting(calls);
}

/** Stops listening but keeps connections; the runtime would close those without a request yet. Linux only. */
export function stopListening(): void {
  const calls = findCalls();
  if (calls === undefined) return;
  const nothing = openSync('/dev/null', 'r');
  // The runtime closes its descriptors later; by then they refer to /dev/null.
  for (const { descriptor } of listListening(calls)) calls.dup2(nothing, descriptor);
  closeSync(nothing);
}

/** Closes connections to this port that have no unread data; returns how many are left. Linux only. */
export function closeQuietConnections(port: number): number {
  const calls = findCalls();
  if (calls === undefined) return 0;
  const first = ptr(new Uint8Array(1));
  let left = 0;
  for (const { descriptor } of listInterests()) {
    if (portOf(calls, descriptor) !== port || isListening(calls, descriptor)) continue;
    // The check and the close follow each other at once, so hardly anything can arrive between them.
    const arrived = Number(calls.recv(descriptor, first, 1n, MSG_PEEK | MSG_DONTWAIT));
    if (arrived > 0) left += 1;
    else calls.shutdown(descriptor, SHUT_RDWR);
  }
  return left;
}

export interface InheritedSocket {
  readonly port: number;
  /** Replaces the runtime's own socket on this port by the inherited one. Throws `unavailable`. */
  replace(port: number): void;
}

/** The socket of LISTEN_FDS and LISTEN_PID, if any. Throws `unavailable` unless it is one TCP listener on Linux. */
export function findInheritedSocket(
  env: Readonly<Record<string, string | undefined>>,
): InheritedSocket | undefined {
  if (env.LISTEN_FDS === undefined || env.LISTEN_PID !== String(process.pid)) return undefined;
  if (env.LISTEN_FDS !== '1') {
    throw unusable(`it passed ${env.LISTEN_FDS} sockets instead of one. Name one ListenStream`);
  }
  const calls = findCalls();
  if (calls === undefined) throw unusable('this works only on Linux. Start it without');
  const port = isListening(calls, FIRST_INHERITED) ? portOf(calls, FIRST_INHERITED) : undefined;
  if (port === undefined) {
    throw unusable('it is not a listening TCP socket. Set ListenStream to a port');
  }
  // Service managers pass on blocking sockets: a client that leaves before it is accepted would block the event loop.
  calls.fcntl(FIRST_INHERITED, F_SETFL, O_NONBLOCK);
  return {
    port,
    replace(own) {
      for (const interest of listListening(calls)) {
        const { descriptor } = interest;
        if (portOf(calls, descriptor) !== own) continue;
        const isReplaced = calls.dup2(FIRST_INHERITED, descriptor) === descriptor;
        if (!isReplaced || !control(calls, EPOLL_CTL_ADD, interest, interest.events)) {
          throw unusable('this system refused it. Start it without');
        }
      }
    },
  };
}

function unusable(why: string): Failure {
  const message = `The socket of the service manager cannot be used: ${why} (LISTEN_FDS, muster.socket).`;
  return new Failure('unavailable', message);
}

function findCalls(): Calls | undefined {
  const isKnown = process.platform === 'linux' && existsSync(DESCRIPTORS);
  return isKnown ? openCLibrary(CALLS) : undefined;
}

/** The local port; `undefined` for a socket that is neither IPv4 nor IPv6. */
function portOf({ getsockname }: Calls, descriptor: number): number | undefined {
  const address = new DataView(new ArrayBuffer(128));
  const size = new Uint32Array([address.byteLength]);
  if (getsockname(descriptor, ptr(address), ptr(size)) !== 0) return undefined;
  // struct sockaddr_in and sockaddr_in6: the family is in the machine's byte order, the port in network order.
  const family = address.getUint16(0, true);
  return family === AF_INET || family === AF_INET6 ? address.getUint16(2) : undefined;
}

function pauseAccepting(calls: Calls): () => void {
  const paused = listListening(calls).filter((one) => control(calls, EPOLL_CTL_MOD, one, 0));
  return () => {
    for (const interest of paused) {
      if (!isListening(calls, interest.descriptor)) continue;
      control(calls, EPOLL_CTL_MOD, interest, interest.events);
    }
  };
}

function isListening({ getsockopt }: Calls, descriptor: number): boolean {
  const value = new Int32Array(1);
  const size = new Uint32Array([value.byteLength]);
  const outcome = getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, ptr(value), ptr(size));
  return outcome === 0 && value[0] === 1;
}

interface Interest {
  epoll: number;
  descriptor: number;
  events: number;
  /** The runtime's value for recognizing the descriptor. */
  data: bigint;
}

const listListening = (calls: Calls): Interest[] =>
  listInterests().filter(({ descriptor }) => isListening(calls, descriptor));

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

/** The list includes the descriptor through which the folder was read; by now it is closed. */
const isEpoll = (name: string): boolean =>
  readOr(() => readlinkSync(`${DESCRIPTORS}/${name}`), '') === 'anon_inode:[eventpoll]';

/** Changes the events that the loop waits for on a descriptor; false when the kernel refuses (closed socket). */
function control(
  { epoll_ctl }: Calls,
  operation: number,
  interest: Interest,
  events: number,
): boolean {
  // struct epoll_event { u32 events; u64 data }, which is packed only on x86-64.
  const offset = process.arch === 'x64' ? 4 : 8;
  const event = new DataView(new ArrayBuffer(offset + 8));
  event.setUint32(0, events, true);
  event.setBigUint64(offset, interest.data, true);
  return epoll_ctl(interest.epoll, operation, interest.descriptor, ptr(event)) === 0;
}
