// Reads the audit log: who did what to whom, when and why.

import { Failure } from '../../platform/lib/failure.ts';
import { quoteSeen } from '../../platform/lib/text.ts';
import type { AuditLog, AuditQuery } from './audit-log.ts';
import type { AuditWords } from './audit-words.ts';
import { auditMessages } from './messages.ts';

const PAGE = 100;

export interface AuditQuestion {
  actor?: string | undefined;
  action?: string | undefined;
  subject?: string | undefined;
  /** Only this account: other accounts that had one of its names are left out. */
  account?: AuditQuery['account'];
  beforeId?: number | undefined;
}

export function createAuditReader(log: AuditLog, words: AuditWords) {
  return {
    words,
    /** Throws `invalid` for an unknown action. */
    async readPage({ actor, action, subject, account, beforeId }: AuditQuestion) {
      const query: AuditQuery = { limit: PAGE + 1 };
      if (actor) query.actor = parseActor(actor);
      if (action) query.action = requireAction(action, words.actions);
      if (subject) query.subject = subject;
      if (account !== undefined) query.account = account;
      if (beforeId !== undefined) query.beforeId = beforeId;
      const found = await log.listActions(query);
      const actions = found.slice(0, PAGE);
      return { actions, nextBeforeId: found.length > PAGE ? actions.at(-1)?.id : undefined };
    },
  };
}

export type AuditReader = ReturnType<typeof createAuditReader>;

function parseActor(text: string): NonNullable<AuditQuery['actor']> {
  // Account names have no spaces.
  return text === 'command line' ? { kind: 'command line' } : { kind: 'account', name: text };
}

function requireAction(text: string, actions: readonly string[]): string {
  if (actions.includes(text)) return text;
  throw new Failure('invalid', auditMessages.unknownAction(quoteSeen(text), actions.join(', ')));
}
