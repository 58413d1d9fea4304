// Sessions, tokens and devices. Sessions of accounts are stored by the hash of their value. Sessions of visitors who
// are not logged in prove themselves by a signature, so they need no memory and no store (C3.11); tokens are signed
// the same way. An account knows browsers by a cookie and launchers by their address.

import { randomBytes } from 'node:crypto';
import { groupOfAddress } from '../../platform/lib/address.ts';
import type { KnownAs } from '../../platform/lib/bounded-queue.ts';
import { type Clock, DAY_MS } from '../../platform/lib/clock.ts';
import { sha256Hex } from '../../platform/lib/digest.ts';
import { createSignedTokens } from '../../platform/lib/shared-states.ts';
import type { SharedStates } from '../../platform/lib/state-ports.ts';
import type { Visitor as AnyVisitor, Caller } from '../../platform/lib/visitor.ts';
import {
  type Account,
  type CountryFinder,
  type SessionStore,
  type StartNotes,
  type StoredSession,
  withoutEndedSuspension,
} from '../account/index.ts';
import type { DeviceStore } from './device-ports.ts';

export type Visitor = AnyVisitor<Account>;

// A Cookie header can hold hundreds of values, and each costs a look-up in the store.
const MAX_TRIED = 16;
const MAX_SESSIONS = 50;
const HANDLE_LENGTH = 16;
// C3.10
const IDLE_MS = 30 * DAY_MS;
const MAX_DURATION_MS = 180 * DAY_MS;
const VALUE_BYTES = 32;
/** 128 bits of the digest: each login and each device takes a row and an index entry. */
const STORED_DIGITS = 32;
const SHAPE = /^s\.[A-Za-z0-9_-]{43}$/;

/** Finds the first of up to 16 values that belongs to a live session (C3.5), and skips the others (C3.6). */
export function createVisitorFinder(
  anonymous: AnonymousSessions,
  accountSessions: AccountSessions,
) {
  return async (values: readonly string[]): Promise<Visitor> => {
    for (const value of values.slice(0, MAX_TRIED)) {
      const account = await accountSessions.findAccount(value);
      if (account) return { kind: 'account', value, account };
      if (anonymous.isLive(value)) return { kind: 'anonymous', value };
    }
    return { kind: 'none' };
  };
}

export function createAccountSessions(ports: { sessions: SessionStore; clock: Clock }) {
  const { sessions, clock } = ports;
  const beingMarked = new Set<string>();

  async function markUsed(valueHash: string, at: number): Promise<void> {
    if (beingMarked.has(valueHash)) return;
    beingMarked.add(valueHash);
    try {
      await sessions.markSessionUsed(valueHash, at);
    } finally {
      beingMarked.delete(valueHash);
    }
  }

  function isLive({ createdAt, lastUsedAt }: StoredSession, now: number): boolean {
    return now - lastUsedAt <= IDLE_MS && now - createdAt <= MAX_DURATION_MS;
  }

  return {
    handleOf: (value: string) => toHandle(hashValue(value)),
    async list(accountId: number) {
      const now = clock.now();
      const stored = await sessions.listSessions(accountId);
      return stored
        .filter((session) => isLive(session, now))
        .map(({ valueHash, accountId: _, ...rest }) => ({ handle: toHandle(valueHash), ...rest }));
    },
    async endByHandle(accountId: number, handle: string) {
      const stored = await sessions.listSessions(accountId);
      const found = stored.find(({ valueHash }) => toHandle(valueHash) === handle);
      if (found) await sessions.endSession(found.valueHash);
      return found !== undefined;
    },
    endOthers: (accountId: number, keptValue: string) =>
      sessions.endOtherSessions(accountId, hashValue(keptValue)),
    /** Returns the account of a live session, and stores its use at most once a day. */
    async findAccount(value: string) {
      if (!SHAPE.test(value)) return undefined;
      const valueHash = hashValue(value);
      const found = await sessions.findSession(valueHash);
      const now = clock.now();
      if (!found || !isLive(found.session, now)) return undefined;
      const account = withoutEndedSuspension(now, found.account);
      if (account.suspendedAt !== null) return undefined;
      // C3.9
      if (now - found.session.lastUsedAt >= DAY_MS) await markUsed(valueHash, now);
      return account;
    },
    /** Returns the value of a new session in place of `endsValue`; `undefined` if the account has changed meanwhile. */
    async start(account: Account, endsValue: string | undefined, notes: StartNotes) {
      const value = `s.${randomBytes(VALUE_BYTES).toString('base64url')}`;
      const now = clock.now();
      const { device, country } = notes.entry;
      const isStarted = await sessions.startSession(
        {
          valueHash: hashValue(value),
          accountId: account.id,
          createdAt: now,
          lastUsedAt: now,
          device,
          country,
        },
        {
          passwordHash: account.passwordHash,
          endsValueHash: endsValue === undefined ? undefined : hashValue(endsValue),
          atMost: MAX_SESSIONS,
          notes,
        },
      );
      return isStarted ? value : undefined;
    },
    hashOf: hashValue,
    end: (value: string) => sessions.endSession(hashValue(value)),
    endByHash: (valueHash: string) => sessions.endSession(valueHash),
    removeExpired() {
      const now = clock.now();
      return sessions.removeExpiredSessions({
        usedBefore: now - IDLE_MS,
        createdBefore: now - MAX_DURATION_MS,
      });
    },
  };
}

export type AccountSessions = ReturnType<typeof createAccountSessions>;

/** The stored form of a value: nobody who reads the store can log in with it (C3.10). */
function hashValue(value: string): string {
  return sha256Hex(value).slice(0, STORED_DIGITS);
}

function toHandle(valueHash: string): string {
  return valueHash.slice(0, HANDLE_LENGTH);
}

/** Sessions without an account. Their values are signed by this service and expire after 24 hours. */
export function createAnonymousSessions(
  ports: { clock: Clock; states: SharedStates },
  bounds: { spentAtMost?: number } = {},
) {
  const kind = { purpose: 'anonymous sessions', lifetimeMs: DAY_MS - 1 };
  const tokens = createSignedTokens(ports, { ...kind, ...bounds });
  const tokenOf = (value: string) => (value.startsWith('a.') ? value.slice(2) : '');
  return {
    create: () => `a.${tokens.issue('')}`,
    /** Whether the session is live as far as this process knows, which is enough to show pages. Never throws. */
    isLive: (value: string) => tokens.findAge('', tokenOf(value)) !== undefined,
    /** Whether the session is live on all replicas. Use it before a login. Throws `unavailable`. */
    isStillLive: (value: string) => tokens.isStillGood('', tokenOf(value)),
    /** Ends a live session, and ignores any other value. Throws `unavailable`. */
    end: (value: string) => tokens.spend('', tokenOf(value)),
  };
}

export type AnonymousSessions = ReturnType<typeof createAnonymousSessions>;

export interface DeviceContext {
  /** A description in words. */
  device: string;
  /** A code of two letters. */
  country: string;
  /** The device has logged in to this account before, or has a session of it. */
  isKnown: boolean;
  /** The keys by which the account knows the device. A session does not count, since it can be stolen. */
  knownKeys: readonly string[];
  /** The account knows no device yet, so its owner gets no email about this one. */
  isFirst: boolean;
  address: string;
  learns: {
    keyHashes: readonly string[];
    rotates: { from: string; to: string } | undefined;
    /** The new, secret value of the browser's `device` cookie; `undefined` for launchers. */
    deviceValue: string | undefined;
  };
}

/** Maximum number of known devices per account: each login adds an address and, from a browser, a cookie. */
export const MAX_DEVICES = 15;

/** How long an account knows a device after the last login. */
export const DEVICES_KEPT_MS = 180 * DAY_MS;
const DEVICE_SHAPE = /^d\.[A-Za-z0-9_-]{43}$/;

export function createDevices(ports: {
  devices: DeviceStore;
  countries: CountryFinder;
  clock: Clock;
}) {
  const { devices, countries, clock } = ports;

  function describe({ userAgent, address }: Caller) {
    return { device: describeDevice(userAgent), country: countries.findCountry(address) };
  }

  /** Returns the caller's keys, all devices that the account knows, and those of them that are the caller's. */
  async function look(accountId: number, caller: Caller) {
    const keys = keysOf(caller);
    const oldest = clock.now() - DEVICES_KEPT_MS;
    const known = (await devices.listDevices(accountId)).filter((it) => it.lastSeenAt > oldest);
    const own = known.filter(({ keyHash }) => keys.includes(keyHash));
    if (own.length > 0) return { keys, known, own };
    const earlier = earlierKeyOf(accountId, caller);
    return { keys, known, own: known.filter(({ keyHash }) => keyHash === earlier) };
  }

  return {
    describe,
    async findKnown(accountId: number, caller: Caller): Promise<KnownAs | undefined> {
      const { keys, own } = await look(accountId, caller);
      const browser = own.find(({ keyHash }) => keyHash === keys[1]);
      const best = browser ?? own[0];
      return best && { by: browser ? 'device' : 'network', seenAt: best.lastSeenAt };
    },
    async recognise(
      account: Account,
      caller: Caller,
      hasOwnSession: boolean,
    ): Promise<DeviceContext> {
      const { keys, known, own } = await look(account.id, caller);
      return {
        ...describe(caller),
        address: caller.address,
        isKnown: own.length > 0 || hasOwnSession,
        knownKeys: own.map(({ keyHash }) => keyHash),
        isFirst: known.length === 0,
        learns: learn(keys, caller),
      };
    },
    forgetOthers: (accountId: number, caller: Caller) =>
      devices.forgetDevices(accountId, [...keysOf(caller), earlierKeyOf(accountId, caller)]),
    removeExpired: () => devices.removeExpiredDevices(clock.now() - DEVICES_KEPT_MS),
  };
}

export type Devices = ReturnType<typeof createDevices>;

function learn([addressKey, cookieKey]: Keys, { deviceValue }: Caller): DeviceContext['learns'] {
  if (deviceValue === undefined) {
    return { keyHashes: [addressKey], rotates: undefined, deviceValue: undefined };
  }
  // Each login gets a new value, so a planted or copied one becomes worthless.
  const value = `d.${randomBytes(VALUE_BYTES).toString('base64url')}`;
  const to = hashValue(`device ${value}`);
  return {
    keyHashes: [addressKey, to],
    rotates: cookieKey === undefined ? undefined : { from: cookieKey, to },
    deviceValue: value,
  };
}

type Keys = [ofAddress: string, ...ofCookie: string[]];

/** Distinguishes the keys of addresses from those of browsers. */
const OF_ADDRESS = 'a.';

/** Whether a stored key is that of an address; otherwise it is that of a browser. */
export const isAddressKey = (keyHash: string): boolean => keyHash.startsWith(OF_ADDRESS);

/** The keys of the caller, which are the same for every account. */
function keysOf({ address, deviceValue }: Caller): Keys {
  const hash = hashValue(`address ${groupOfAddress(address)}`);
  const addressKey = `${OF_ADDRESS}${hash.slice(OF_ADDRESS.length)}`;
  const isCookie = deviceValue !== undefined && DEVICE_SHAPE.test(deviceValue);
  return isCookie ? [addressKey, hashValue(`device ${deviceValue}`)] : [addressKey];
}

/** The key that version 1.1 stored for the address. It is recognised until it expires. */
const earlierKeyOf = (accountId: number, { address }: Caller): string =>
  hashValue(`address ${accountId} ${groupOfAddress(address)}`);

// The order matters: most browsers also name other browsers, and nearly all name Safari.
const PROGRAMS: readonly (readonly [RegExp, string])[] = [
  [/^ClassiCube\b/, 'ClassiCube launcher'],
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ (?:Mobile\/\w+ )?Safari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

const OTHER_PROGRAM = /^[A-Za-z][A-Za-z0-9 _-]{1,29}(?=\/|$)/;
const MAX_READ = 512;

/** Names the device of a User-Agent header: at most 40 letters and digits, `Unknown device` if unrecognised. */
export function describeDevice(userAgent: string): string {
  const text = userAgent.slice(0, MAX_READ);
  const program = find(PROGRAMS, text);
  const system = find(SYSTEMS, text);
  if (program !== undefined) return system === undefined ? program : `${program} on ${system}`;
  if (text.startsWith('Mozilla/') || text === '') {
    return system === undefined ? 'Unknown device' : `Browser on ${system}`;
  }
  return OTHER_PROGRAM.exec(text)?.[0].trim() ?? 'Unknown device';
}

function find(table: readonly (readonly [RegExp, string])[], text: string): string | undefined {
  for (const [pattern, name] of table) if (pattern.test(text)) return name;
  return undefined;
}
