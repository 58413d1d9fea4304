// Which devices an account knows (browsers by a cookie, launchers by their address), and what they are called.

import { randomBytes } from 'node:crypto';
import { groupOfAddress } from '../../lib/address.ts';
import type { KnownAs } from '../../lib/bounded-queue.ts';
import { sha256Hex } from '../../lib/digest.ts';
import type { Account, Ports } from '../ports.ts';

export interface DeviceContext {
  /** In words. */
  device: string;
  /** Two letters. */
  country: string;
  /** It logged in to this account before, or brings a session of it. */
  isKnown: boolean;
  /** The keys under which the account knows the device itself; a session adds none, since it can be stolen. */
  knownKeys: readonly string[];
  /** The account knows no device at all: the owner gets no email about this one. */
  isFirst: boolean;
  address: string;
  learns: {
    keyHashes: readonly string[];
    rotates: { from: string; to: string } | undefined;
    /** The new value of the browser's `device` cookie, a secret; `undefined` for launchers. */
    deviceValue: string | undefined;
  };
}

/** Devices that one account knows at most: each login makes known an address and, from a browser, a cookie. */
export const DEVICES_AT_MOST = 15;

const DAY_MS = 24 * 60 * 60_000;
const KEPT_MS = 180 * DAY_MS;
const VALUE_BYTES = 32;
/** 128 bits of the digest: an account has many of these rows. */
const STORED_DIGITS = 32;
const SHAPE = /^d\.[A-Za-z0-9_-]{43}$/;

export function createDevices(ports: Pick<Ports, 'devices' | 'countries' | 'clock'>) {
  const { devices, countries, clock } = ports;

  function describe({ userAgent, address }: Caller) {
    return { device: describeDevice(userAgent), country: countries.findCountry(address) };
  }

  /** The caller's keys, of the address and of a cookie; the devices that the account knows, and which of them it is. */
  async function look(accountId: number, caller: Caller) {
    const keys = keysOf(accountId, caller);
    const oldest = clock.now() - KEPT_MS;
    const known = (await devices.listDevices(accountId)).filter((it) => it.lastSeenAt > oldest);
    return { keys, known, own: known.filter(({ keyHash }) => keys.includes(keyHash)) };
  }

  return {
    describe,
    async findKnown(accountId: number, caller: Caller): Promise<KnownAs | undefined> {
      const { keys, own } = await look(accountId, caller);
      const browser = own.find(({ keyHash }) => keyHash !== keys[0]);
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
      devices.forgetDevices(accountId, keysOf(accountId, caller)),
    removeExpired: () => devices.removeExpiredDevices(clock.now() - KEPT_MS),
  };
}

export type Devices = ReturnType<typeof createDevices>;

function learn([addressKey, cookieKey]: Keys, { deviceValue }: Caller): DeviceContext['learns'] {
  if (deviceValue === undefined) {
    return { keyHashes: [addressKey], rotates: undefined, deviceValue: undefined };
  }
  // A new value at each login: one that somebody else planted or copied is worth nothing from then on.
  const value = `d.${randomBytes(VALUE_BYTES).toString('base64url')}`;
  const to = hash(`device ${value}`);
  return {
    keyHashes: [addressKey, to],
    rotates: cookieKey === undefined ? undefined : { from: cookieKey, to },
    deviceValue: value,
  };
}

type Keys = [ofAddress: string, ...ofCookie: string[]];

function keysOf(accountId: number, { address, deviceValue }: Caller): Keys {
  const addressKey = hash(`address ${accountId} ${groupOfAddress(address)}`);
  const isCookie = deviceValue !== undefined && SHAPE.test(deviceValue);
  return isCookie ? [addressKey, hash(`device ${deviceValue}`)] : [addressKey];
}

function hash(text: string): string {
  return sha256Hex(text).slice(0, STORED_DIGITS);
}

export interface Caller {
  address: string;
  /** The header as it came; empty without one. */
  userAgent: string;
  /** Of a browser's `device` cookie, a secret, empty where none was brought; `undefined` for launchers. */
  deviceValue: string | undefined;
}

// The order matters: most browsers name others too, and nearly all name Safari.
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
const READ_AT_MOST = 512;

/** The name for a User-Agent header; at most 40 letters and digits, `Unknown device` when nothing is known. */
export function describeDevice(userAgent: string): string {
  const text = userAgent.slice(0, READ_AT_MOST);
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
