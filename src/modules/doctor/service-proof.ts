// How `muster doctor` and the running service prove to each other who they are: both read a key in the data folder.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** The path at which the service answers such a request, and the header that carries the token. */
export const DOCTOR_PATH = '/doctor';
export const DOCTOR_HEADER = 'x-muster-doctor';

const LIFETIME_MS = 30_000;
const TOKEN = /^([0-9a-z]{8,10})\.[\w-]{22}\.([\w-]{43})$/;

/** What the service tells a request with a good token about itself, and about the request as it arrived. */
export interface ServiceReport {
  /** `proveService` of the token: whatever answers so has read the key too. */
  proof: string;
  version: string;
  isTls: boolean;
  /** The other end of the TCP connection; empty and 0 when it is gone. */
  peer: { address: string; port: number };
  clientAddress: string;
  isHostOurs: boolean;
  /** Some headers as they arrived, lower-case names, cut. */
  headers: Readonly<Record<string, string>>;
  /** Descriptors that the service has open, and may have open: `null` for any number. */
  descriptors?: { open: number; allowed: number | null } | undefined;
  contact?: string;
  launcher?: string;
}

/** A token for requests within half a minute; `now` is in milliseconds since the Unix epoch. */
export function makeDoctorToken(key: string, now: number): string {
  const content = `${(now + LIFETIME_MS).toString(36)}.${randomBytes(16).toString('base64url')}`;
  return `${content}.${sign(key, `doctor ${content}`)}`;
}

/** Whether a token was made with this key and has not expired; for any text. */
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
