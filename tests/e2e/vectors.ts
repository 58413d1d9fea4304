// Reads recorded requests and adapts only what must differ from the day of the recording.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dir, '../vectors');

/** What differs from the recording. */
export interface Adaptation {
  /** Port of the service: replaces that of `127.0.0.1:8080`. */
  port: number;
  /** Value of the session cookie. */
  session?: string;
  /** Login token in the body. */
  token?: string;
  /** What is typed into the field for a code. */
  loginCode?: string;
}

/** The bytes of a recorded request, adapted. Names other than 127.0.0.1 stay as recorded. */
export function readVector(name: string, adaptation: Adaptation): Buffer {
  const recorded = readFileSync(join(folder, `${name}.http`)).toString('latin1');
  const split = recorded.indexOf('\r\n\r\n') + 4;
  let head = recorded.slice(0, split).replaceAll('127.0.0.1:8080', `127.0.0.1:${adaptation.port}`);
  let body = recorded.slice(split);
  const { session, token, loginCode } = adaptation;
  if (session !== undefined) head = head.replace(/session=[^;\r]*/, () => `session=${session}`);
  if (token !== undefined) body = body.replace(/token=[^&]*/, () => `token=${token}`);
  if (loginCode !== undefined) {
    body = body.replace(/login_code=[^&]*/, () => `login_code=${encodeURIComponent(loginCode)}`);
  }
  head = head.replace(/(Content-Length: ?)\d+/, (_, key: string) => `${key}${body.length}`);
  return Buffer.from(head + body, 'latin1');
}
