// Lets `muster doctor` and the running service prove their identity to each other with a key in the data folder.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** The path of the doctor's requests, and the header with the token. */
export const DOCTOR_PATH = '/doctor';
export const DOCTOR_HEADER = 'x-muster-doctor';

const LIFETIME_MS = 30_000;
const TOKEN = /^([0-9a-z]{8,10})\.[\w-]{22}\.([\w-]{43})$/;

/** The service's answer to a request with a valid token: facts about itself, and about the request as it arrived. */
export interface ServiceReport {
  /** `proveService` of the token. A service that can compute it has read the key too. */
  proof: string;
  version: string;
  isTls: boolean;
  /** The other end of the TCP connection; empty and 0 if it is closed. */
  peer: { address: string; port: number };
  clientAddress: string;
  isHostOurs: boolean;
  /** Some headers as they arrived, with lower-case names and cut values. */
  headers: Readonly<Record<string, string>>;
  /** Descriptors that the service has open and may have open; `allowed` is `null` if unlimited. */
  descriptors?: { open: number; allowed: number | null } | undefined;
  contact?: string;
  launcher?: string;
}

/** Makes a token that is valid for half a minute; `now` is in milliseconds since the Unix epoch. */
export function makeDoctorToken(key: string, now: number): string {
  const content = `${(now + LIFETIME_MS).toString(36)}.${randomBytes(16).toString('base64url')}`;
  return `${content}.${sign(key, `doctor ${content}`)}`;
}

/** Whether any given text is a token of this key that has not expired. */
export function isDoctorToken(key: string, token: string, now: number): boolean {
  const [, expiresAt = '', signature = ''] = TOKEN.exec(token) ?? [];
  if (signature === '') return false;
  const right = sign(key, `doctor ${token.slice(0, token.lastIndexOf('.'))}`);
  const isRight = timingSafeEqual(Buffer.from(right), Buffer.from(signature));
  const leftMs = Number.parseInt(expiresAt, 36) - now;
  return isRight && leftMs > 0 && leftMs <= LIFETIME_MS;
}

export function proveService(key: string, token: string): string {
  return sign(key, `service ${token}`);
}

function sign(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}
