// Tells systemd the state of the service (sd_notify(3)), with one datagram per state to the socket in NOTIFY_SOCKET,
// and finds out whether output goes to its journal.

import { ptr } from 'bun:ffi';
import { fstatSync } from 'node:fs';
import { openCLibrary } from '../lib/c-library.ts';
import { readOr } from '../lib/failure.ts';

// The runtime has no datagrams over Unix sockets, so the C library sends them (unix(7), send(2)).
const CALLS = {
  socket: { args: ['i32', 'i32', 'i32'], returns: 'i32' },
  sendto: { args: ['i32', 'ptr', 'u64', 'i32', 'ptr', 'u32'], returns: 'i64' },
  close: { args: ['i32'], returns: 'i32' },
} as const;
const AF_UNIX = 1;
const SOCK_DGRAM_CLOEXEC = 2 | 0o2000000;
const MSG_DONTWAIT_NOSIGNAL = 0x40 | 0x4000;
/** `sun_path` of `struct sockaddr_un`. */
const MAX_PATH_LENGTH = 108;

/** Reports the state of the service to the service manager; does nothing without one. */
export interface ServiceManager {
  /** The service answers requests, after the start or a reload. */
  ready(): void;
  /** The service reads its settings again, until `ready`. */
  reloading(): void;
  stopping(): void;
  /** Call `alive` at least this often, in milliseconds; `undefined` when no watchdog is set. */
  readonly watchdogMs: number | undefined;
  alive(): void;
}

/** The variables that systemd sets for a service of `Type=notify` (sd_notify(3), sd_watchdog_enabled(3)). */
export interface ServiceManagerEnv {
  NOTIFY_SOCKET?: string | undefined;
  WATCHDOG_USEC?: string | undefined;
  WATCHDOG_PID?: string | undefined;
}

export function findServiceManager(env: ServiceManagerEnv): ServiceManager {
  const send = openSender(env.NOTIFY_SOCKET);
  return {
    ready: () => send('READY=1'),
    // `RELOADING` needs the time: the manager uses it to match the `READY` that ends the reload.
    reloading: () => send(`RELOADING=1\nMONOTONIC_USEC=${monotonicMicroseconds()}`),
    stopping: () => send('STOPPING=1'),
    alive: () => send('WATCHDOG=1'),
    watchdogMs: env.NOTIFY_SOCKET === undefined ? undefined : readWatchdogMs(env),
  };
}

/**
 * Whether a descriptor leads to the journal (systemd.exec(5)). A program with redirected output inherits the variable
 * too, so the descriptor is compared.
 */
export function isJournal(stream: string | undefined, descriptor: number): boolean {
  if (stream === undefined) return false;
  const file = readOr(() => fstatSync(descriptor, { bigint: true }), undefined);
  return file !== undefined && stream === `${file.dev}:${file.ino}`;
}

/** Half of the manager's watchdog timeout, as sd_watchdog_enabled(3) advises. */
function readWatchdogMs({ WATCHDOG_USEC, WATCHDOG_PID }: ServiceManagerEnv): number | undefined {
  const isForUs = WATCHDOG_PID === undefined || WATCHDOG_PID === String(process.pid);
  const microseconds = Number(WATCHDOG_USEC);
  return isForUs && microseconds > 0 ? Math.floor(microseconds / 2_000) : undefined;
}

/** Microseconds since the machine's start: `CLOCK_MONOTONIC`, which `process.hrtime` reads. */
function monotonicMicroseconds(): bigint {
  return process.hrtime.bigint() / 1_000n;
}

function openSender(path: string | undefined): (state: string) => void {
  const calls =
    path === undefined || process.platform !== 'linux' ? undefined : openCLibrary(CALLS);
  const address = path === undefined ? undefined : addressOf(path);
  if (calls === undefined || address === undefined) return () => {};
  return (state) => {
    const descriptor = calls.socket(AF_UNIX, SOCK_DGRAM_CLOEXEC, 0);
    if (descriptor < 0) return;
    const bytes = Buffer.from(state);
    // A manager that does not listen is not an error.
    calls.sendto(
      descriptor,
      ptr(bytes),
      bytes.length,
      MSG_DONTWAIT_NOSIGNAL,
      ptr(address),
      address.length,
    );
    calls.close(descriptor);
  };
}

/** `struct sockaddr_un`: the family, then the path. A path that begins with `@` is in the abstract namespace. */
function addressOf(path: string): Uint8Array | undefined {
  const name = Buffer.from(path);
  if (!/^[/@]/.test(path) || name.length >= MAX_PATH_LENGTH) return undefined;
  const isAbstract = path.startsWith('@');
  if (isAbstract) name[0] = 0;
  const address = new Uint8Array(2 + name.length + (isAbstract ? 0 : 1));
  new DataView(address.buffer).setUint16(0, AF_UNIX, true);
  address.set(name, 2);
  return address;
}
