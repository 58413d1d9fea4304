// Makes and reads one-time codes, which people type.

import { randomInt } from 'node:crypto';
import { isVisible } from './text.ts';

export const ONE_TIME_TOKEN = /^[A-Za-z0-9_-]{43}$/;

export const isCodeTyped = isVisible;

const CODES = 1_000_000;

export function makeCode(): string {
  return randomInt(CODES).toString().padStart(6, '0');
}
