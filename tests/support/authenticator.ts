// An authenticator app on the phone of a test.

import { Secret, TOTP } from 'otpauth';

/** The code that an app shows for a secret in base 32 at a time, milliseconds since the Unix epoch. */
export function appCode(secret: string, at: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });
}

/** Six digits that the app shows at no time near. */
export function wrongAppCode(secret: string, at: number): string {
  const near = [-60, -30, 0, 30, 60].map((seconds) => appCode(secret, at + seconds * 1_000));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find(
    (code) => !near.includes(code),
  ) as string;
}
