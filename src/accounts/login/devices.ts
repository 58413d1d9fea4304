// Which devices an account knows: browsers by a cookie, launchers by the address they logged in from.

import { randomBytes } from 'node:crypto';
import { groupOfAddress } from '../../lib/address.ts';
import type { KnownAs } from '../../lib/bounded-queue.ts';
import type { Clock } from '../../lib/clock.ts';
import { sha256Hex } from '../../lib/sha256.ts';
import type { Caller } from '../caller.ts';
import type { Account } from '../ports.ts';
import type { CountryFinder, DeviceStore, KnownDevice } from '../security-ports.ts';
import { describeDevice } from './device-label.ts';

/** What a caller is to one account. */
export interface DeviceContext {
  /** The device in words, and two letters of a country. */
  device: string;
  country: string;
  /** It logged in to this account before, or brings a session of it. */
  isKnown: boolean;
  /** The keys under which the account knows the device itself; a session adds none, since it can be stolen. */
  knownKeys: readonly string[];
  /** The account knows no device at all: the owner gets no email about this one. */
  isFirst: boolean;
  address: string;
  /** What a login makes known of the device. */
  learns: {
    keyHashes: readonly string[];
    rotates: { from: string; to: string } | undefined;
    /** The new value of the browser's `device` cookie, a secret; `undefined` for launchers. */
    deviceValue: string | undefined;
  };
}

/** Recognises devices. */
export interface Devices {
  /** How it is known from earlier logins to this account. */
  findKnown(accountId: number, caller: Caller): Promise<KnownAs | undefined>;
  /** `hasOwnSession`: whether the request came with a live session of this account. */
  recognise(account: Account, caller: Caller, hasOwnSession: boolean): Promise<DeviceContext>;
  /** The caller's device in words and country, for the account's log. */
  describe(caller: Caller): { device: string; country: string };
  /** Forgets all devices of the account but the caller's own. */
  forgetOthers(accountId: number, caller: Caller): Promise<void>;
  removeExpired(): Promise<void>;
}

/** Devices that one account knows at most: each login makes known an address and, from a browser, a cookie. */
export const DEVICES_AT_MOST = 15;

const DAY_MS = 24 * 60 * 60_000;
const KEPT_MS = 180 * DAY_MS;
const VALUE_BYTES = 32;
/** 128 bits of the digest: an account has many of these rows. */
const STORED_DIGITS = 32;
const SHAPE = /^d\.[A-Za-z0-9_-]{43}$/;

/** Creates it over its store. */
export function createDevices(ports: {
  devices: DeviceStore;
  countries: CountryFinder;
  clock: Clock;
}): Devices {
  const { devices, countries, clock } = ports;

  function describe({ userAgent, address }: Caller) {
    return { device: describeDevice(userAgent), country: countries.findCountry(address) };
  }

  async function listKnown(accountId: number) {
    const oldest = clock.now() - KEPT_MS;
    return (await devices.listDevices(accountId)).filter((it) => it.lastSeenAt > oldest);
  }

  return {
    describe,
    async findKnown(accountId, caller) {
      const found = knownOf(await listKnown(accountId), accountId, caller);
      const browser = found.find(
        ({ keyHash }) => keyHash !== hashAddress(accountId, caller.address),
      );
      const best = browser ?? found[0];
      return best && { by: browser ? 'device' : 'network', seenAt: best.lastSeenAt };
    },
    async recognise(account, caller, hasOwnSession) {
      const known = await listKnown(account.id);
      const knownKeys = knownOf(known, account.id, caller).map(({ keyHash }) => keyHash);
      return {
        ...describe(caller),
        address: caller.address,
        isKnown: knownKeys.length > 0 || hasOwnSession,
        knownKeys,
        isFirst: known.length === 0,
        learns: learn(account.id, caller),
      };
    },
    forgetOthers: (accountId, caller) =>
      devices.forgetDevices(accountId, keysOf(accountId, caller)),
    removeExpired: () => devices.removeExpiredDevices(clock.now() - KEPT_MS),
  };
}

/** The known ones that are the caller's. */
function knownOf(
  known: readonly KnownDevice[],
  accountId: number,
  caller: Caller,
): readonly KnownDevice[] {
  const keys = keysOf(accountId, caller);
  return known.filter(({ keyHash }) => keys.includes(keyHash));
}

function learn(accountId: number, { address, deviceValue }: Caller): DeviceContext['learns'] {
  const addressKey = hashAddress(accountId, address);
  if (deviceValue === undefined) {
    return { keyHashes: [addressKey], rotates: undefined, deviceValue: undefined };
  }
  // A new value at each login: one that somebody else planted or copied is worth nothing from then on.
  const value = `d.${randomBytes(VALUE_BYTES).toString('base64url')}`;
  const to = hashValue(value);
  return {
    keyHashes: [addressKey, to],
    rotates: SHAPE.test(deviceValue) ? { from: hashValue(deviceValue), to } : undefined,
    deviceValue: value,
  };
}

function keysOf(accountId: number, { address, deviceValue }: Caller): string[] {
  const addressKey = hashAddress(accountId, address);
  const isCookie = deviceValue !== undefined && SHAPE.test(deviceValue);
  return isCookie ? [addressKey, hashValue(deviceValue)] : [addressKey];
}

function hashAddress(accountId: number, address: string): string {
  return hash(`address ${accountId} ${groupOfAddress(address)}`);
}

function hashValue(value: string): string {
  return hash(`device ${value}`);
}

function hash(text: string): string {
  return sha256Hex(text).slice(0, STORED_DIGITS);
}
