// The words of the audit log, joined from those of every module that writes into it.

import type { AuditTable } from '../../platform/messages/audit-table.ts';
import { type DetailLabels, describeDetail } from './audit-details.ts';

export type AuditWords = ReturnType<typeof createAuditWords>;

export function createAuditWords(tables: readonly AuditTable[]) {
  const tableOf = new Map(
    tables.flatMap((table) => table.actions.map((action) => [action, table] as const)),
  );
  const labels: DetailLabels = Object.assign({}, ...tables.map((table) => table.labels));
  return {
    actions: [...tableOf.keys()],
    /** The name itself of an action that another version stored. */
    nameAction: (action: string) => tableOf.get(action)?.sentences[action] ?? action,
    nameSubject: (action: string, subject: string) => tableOf.get(action)?.nameSubject?.(subject),
    describeDetail: (text: string, formatMoment: (atMs: number) => string) =>
      describeDetail(text, formatMoment, labels),
  };
}
