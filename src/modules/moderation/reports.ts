// Players' reports about servers: who may send one, how often, and its fields.

import { groupOfAddress } from '../../platform/lib/address.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { Failure, throwTogether } from '../../platform/lib/failure.ts';
import { cleanLines, countCharacters } from '../../platform/lib/text.ts';
import { createTokenBuckets, requireToken } from '../../platform/lib/token-buckets.ts';
import { type Registry, requireHash } from '../registry/index.ts';
import { moderationFailures } from './messages.ts';
import {
  type NewReport,
  REPORT_KINDS,
  type ReportKind,
  type ReportStore,
} from './moderation-ports.ts';

export const MAX_REPORT_LENGTH = 500;

/** The rate limits of reports: for an account, and for all accounts on one address. */
const ACCOUNT_BUDGET = { refill: 1, everyMs: 12 * 60_000, capacity: 5 };
const ADDRESS_BUDGET = { refill: 1, everyMs: 6 * 60_000, capacity: 10 };

export interface TypedReport {
  kind: string;
  text: string;
  wantsEmail?: boolean;
}

export function createServerReports(ports: {
  clock: Clock;
  store: ReportStore;
  registry: Pick<Registry, 'findLive'>;
}) {
  const { clock, store, registry } = ports;
  const accountBudget = createTokenBuckets(clock, ACCOUNT_BUDGET);
  const addressBudget = createTokenBuckets(clock, ADDRESS_BUDGET);

  const tooMany = (seconds: number) => moderationFailures.report.tooMany(Math.ceil(seconds / 60));

  return {
    hasOpenReport: (accountId: number, hash: string) => store.hasOpenReport(accountId, hash),
    /** The account's own reports, newest first. */
    listReportsOf: (accountId: number) => store.listReportsOf(accountId),
    /** Throws `not_found` (server not live), `conflict` (report still open), `invalid` or `rate_limited`. */
    async report(
      by: { accountId: number; address: string },
      text: string,
      typed: TypedReport,
    ): Promise<void> {
      const hash = requireHash(text);
      const serverName = registry.findLive(hash)?.listing.name;
      if (serverName === undefined)
        throw new Failure('not_found', moderationFailures.report.offline);
      const parsed = parseReport(typed);
      if (await store.hasOpenReport(by.accountId, hash)) {
        throw new Failure('conflict', moderationFailures.report.open);
      }
      requireToken(accountBudget, `${by.accountId}`, tooMany);
      requireToken(addressBudget, groupOfAddress(by.address), tooMany);
      const { accountId } = by;
      await store.addReport({ hash, serverName, accountId, createdAt: clock.now(), ...parsed });
    },
  };
}

export type ServerReports = ReturnType<typeof createServerReports>;

function parseReport(typed: TypedReport): Pick<NewReport, 'kind' | 'text' | 'wantsEmail'> {
  const failures: Failure[] = [];
  const complain = (field: keyof TypedReport, message: string) =>
    failures.push(new Failure('invalid', message, { field }));
  const kind = REPORT_KINDS.find((each) => each === typed.kind);
  if (kind === undefined) complain('kind', moderationFailures.report.kind);
  const text = cleanLines(typed.text);
  const length = countCharacters(text);
  if (length > MAX_REPORT_LENGTH) {
    complain('text', moderationFailures.report.long(length, MAX_REPORT_LENGTH));
  }
  if (kind === 'other' && text === '') {
    complain('text', moderationFailures.report.text);
  }
  throwTogether(failures);
  return { kind: kind as ReportKind, text, wantsEmail: typed.wantsEmail === true };
}
