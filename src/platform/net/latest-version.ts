// Reads the latest version from an address that the operator named.

import { codeOf, Failure } from '../lib/failure.ts';
import { readAnswer, sendRequest } from '../lib/outgoing-request.ts';
import { quoteSeen } from '../lib/text.ts';

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_LENGTH = 64 * 1024;
const VERSION = /^v?(\d{1,9}\.\d{1,9}\.\d{1,9}(?:[-+][0-9A-Za-z.+-]{1,64})?)$/;

/** Reads plain text, or `version`, `tag_name` (a forge's latest release) or `name` in JSON. Throws `unavailable`. */
export async function readLatestVersion(url: string): Promise<string> {
  const text = await readText(url);
  const version = VERSION.exec(findNumber(text.trim()))?.[1];
  if (version !== undefined) return version;
  throw refuse(url, `answered "${quoteSeen(text)}", which is not a version number`);
}

function findNumber(text: string): string {
  try {
    const { version, tag_name: tag, name } = JSON.parse(text) ?? {};
    const found = [version, tag, name].find((each) => typeof each === 'string');
    return found ?? '';
  } catch {
    return text;
  }
}

async function readText(url: string): Promise<string> {
  const late = AbortSignal.timeout(TIMEOUT_MS);
  const end = new AbortController();
  try {
    const answer = await sendRequest(new URL(url), {
      signal: AbortSignal.any([late, end.signal]),
      headers: { accept: 'application/json, text/plain', 'user-agent': 'muster' },
    });
    if (answer.statusCode !== 200) throw refuse(url, `answered with status ${answer.statusCode}`);
    const body = await readAnswer(answer, MAX_ANSWER_LENGTH);
    if (body !== undefined) return body.toString();
    throw refuse(url, 'answered with more than 64 KiB');
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw refuse(
      url,
      late.aborted
        ? `did not answer within ${TIMEOUT_MS / 1_000} s`
        : `cannot be read (${codeOf(error)})`,
      error,
    );
  } finally {
    end.abort();
  }
}

function refuse(url: string, what: string, cause?: unknown): Failure {
  // The part after the path may hold a key.
  const { origin, pathname } = new URL(url);
  const message = `${origin}${pathname} (version_url) ${what}, so the latest version is not known.`;
  return new Failure('unavailable', message, { cause });
}
