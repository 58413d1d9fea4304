// A form that is sent twice, such as by a double click, runs once. The second request gets the first answer.

import type { Clock } from '../lib/clock.ts';
import { sha256Hex } from '../lib/digest.ts';
import { removeOldest } from '../lib/remove-oldest.ts';

interface Cookies {
  cookie?: Record<string, { value?: unknown }> | undefined;
}

export interface SentForm {
  /** The value of the browser's session. If it is empty, each request counts as a form of its own. */
  session: string;
  path: string;
  /** Equal for each sending of one form; empty for a form without a number from a page. */
  fingerprint: string;
}

/** Answers with `submit`, once for each form. `jar` receives the cookies of the answer. */
export type AnswerOnce = (
  form: SentForm,
  jar: Cookies,
  submit: () => Promise<Response>,
) => Promise<Response>;

/** How long the answer is kept after a form succeeds. */
const KEPT_MS = 60_000;
const MAX_KEPT = 500;
/** Size in bytes. A larger answer is not kept, and its form runs again. */
const MAX_KEPT_SIZE = 64 * 1024;

interface Kept {
  outcome: Promise<{ answer: Response; cookie: Cookies['cookie'] }>;
  /** `undefined` while the form is running. */
  doneAt?: number;
}

/**
 * Keeps answers for a minute, only in this process. A form that failed is forgotten, since the next attempt may
 * have another outcome.
 */
export function createFormRepeats(clock: Clock): AnswerOnce {
  const kept = new Map<string, Kept>();

  const isOld = ({ doneAt }: Kept) =>
    doneAt !== undefined && Math.abs(clock.now() - doneAt) > KEPT_MS;

  function keep(key: string, entry: Kept): void {
    for (const [earlier, other] of kept) {
      if (!isOld(other)) break;
      kept.delete(earlier);
    }
    if (kept.size >= MAX_KEPT) removeOldest(kept);
    kept.set(key, entry);
  }

  return async (form, jar, submit) => {
    if (form.session === '' || form.fingerprint === '') return submit();
    const key = keyOf(form);
    const earlier = kept.get(key);
    if (earlier !== undefined && !isOld(earlier)) {
      const { answer, cookie } = await earlier.outcome;
      jar.cookie = cookie;
      return answer.clone();
    }
    const entry: Kept = {
      outcome: submit().then((answer) => ({ answer, cookie: jar.cookie })),
    };
    kept.delete(key);
    keep(key, entry);
    try {
      const { answer, cookie } = await entry.outcome;
      const { size } = await answer.clone().blob();
      if (answer.status >= 400 || size > MAX_KEPT_SIZE) kept.delete(key);
      entry.doneAt = clock.now();
      // A login gives the browser another session, and the second request comes with that one.
      const session = cookie?.session?.value;
      const isSuccess = kept.get(key) === entry;
      if (isSuccess && typeof session === 'string') keep(keyOf({ ...form, session }), entry);
      return answer.clone();
    } catch (error) {
      kept.delete(key);
      throw error;
    }
  };
}

function keyOf({ session, path, fingerprint }: SentForm): string {
  return sha256Hex([session, path, fingerprint].join('\n'));
}
