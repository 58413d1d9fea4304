// The notice that administrators show on all pages. It ends by itself.

import { parseEnd } from '../../platform/input/end-time.ts';
import { parseReason, requirePlainLine } from '../../platform/input/plain-line.ts';
import type { Actor } from '../../platform/lib/actor.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { aboutField, checkTogether, Failure } from '../../platform/lib/failure.ts';
import { NOTICE_LEVELS, type Notice, type NoticeLevel } from '../../platform/lib/site-facts.ts';
import { isVisible } from '../../platform/lib/text.ts';
import { writeDetail } from '../audit/index.ts';
import type { SiteAuditAction } from './audit-actions.ts';
import { siteFailures as failures } from './messages.ts';
import type { SiteStore } from './site-ports.ts';

export const MAX_NOTICE_LENGTH = 300;
const SUBJECT = 'the notice';

interface TypedNotice {
  text: string;
  level: string;
  /** Text for `parseEnd`; empty for no end. */
  ends: string;
}

/** `show` receives the stored notice. */
export function createNoticeBoard(ports: {
  store: Pick<SiteStore, 'saveNotice' | 'removeNotice'>;
  clock: Clock;
}) {
  const { store, clock } = ports;
  let notice: Notice | undefined;

  function show(next: Notice | undefined): void {
    notice = next;
  }

  function entryOf(action: SiteAuditAction, actor: Actor, reason: string, detail: string) {
    return {
      at: clock.now(),
      actor,
      action,
      subject: SUBJECT,
      reason: parseReason(reason),
      detail,
    };
  }

  return {
    current: () => (notice?.until != null && notice.until <= clock.now() ? undefined : notice),
    show,
    /** Replaces the notice. Throws everything that is wrong with it as `invalid`, each with its field. */
    async set(actor: Actor, typed: TypedNotice, reason: string) {
      const at = clock.now();
      await checkTogether([
        () => aboutField('text', () => requireText(typed.text)),
        () => aboutField('level', () => requireLevel(typed.level)),
        () => aboutField('ends', () => parseEnd(typed.ends, at, 'notice')),
      ]);
      const text = requireText(typed.text);
      const level = requireLevel(typed.level);
      const until = parseEnd(typed.ends, at, 'notice');
      const next = { text, level, until, setAt: at };
      const detail = writeDetail({ form: 'notice', level, until, text });
      const entry = entryOf('notice set', actor, reason, detail);
      await store.saveNotice(next, entry);
      show(next);
    },
    async remove(actor: Actor, reason: string) {
      const isRemoved = await store.removeNotice(entryOf('notice removed', actor, reason, ''));
      show(undefined);
      return isRemoved;
    },
  };
}

function requireText(text: string): string {
  const line = text.toWellFormed().replace(/\s+/g, ' ').trim();
  requirePlainLine(failures.labels.notice, line, MAX_NOTICE_LENGTH);
  if (!isVisible(line)) throw new Failure('invalid', failures.noNotice);
  return line;
}

function requireLevel(text: string): NoticeLevel {
  const level = NOTICE_LEVELS.find((each) => each === text);
  if (level === undefined) throw new Failure('invalid', failures.noLevel);
  return level;
}
