// Removes secrets from log fields, as a second safeguard where one is logged by mistake.
//
// Our own, since `@logtape/redaction` leaves errors, bytes, maps and circular or deep objects as they are.

/** Fields whose name contains one of these words are never logged (C8.3). */
const SECRET_NAME =
  /salt|passw|passphrase|secret|token|e-?mail|mail_?address|cookie|session|authori[sz]ation|credential|mppass|login_?code|recovery_?code|api_?key|password_?hash|value_?hash/i;

const MAIL_ADDRESS = /[^\s@<>"(),:;]{1,64}@[^\s@<>"(),:;]{1,255}/g;
const PASSWORD_HASH = /\$(?:argon2\w*|2[aby]|scrypt)\$[^\s"']*/g;
const SECRET_PAIR =
  /\b(salt|password|token|email|mppass|session|login_code)(=|":\s*"?)[^\s&"',;]+/gi;
const DEEPEST = 4;

/** Replaces a secret. */
export const REDACTED = '[redacted]';

/** Removes email addresses, password hashes and `password=…` pairs from a text. */
export function redactText(text: string): string {
  return text
    .replace(PASSWORD_HASH, REDACTED)
    .replace(SECRET_PAIR, `$1$2${REDACTED}`)
    .replace(MAIL_ADDRESS, REDACTED);
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'function' || typeof value === 'symbol') return REDACTED;
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (depth >= DEEPEST) return '[…]';
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1));
  if (value instanceof Map || value instanceof Set || ArrayBuffer.isView(value)) return '[…]';
  // An error's message may quote what it failed on; `describeError` decides what of it is shown.
  if (value instanceof Error) return { error: value.constructor.name };
  return redactFields(value, depth + 1);
}

/** A copy of the fields without anything that is named like a secret or looks like one. */
export function redactFields(fields: object, depth = 0): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    copy[name] = SECRET_NAME.test(name) ? REDACTED : redactValue(value, depth);
  }
  return copy;
}
