// The words of the audit log, joined from those of every module that writes into it.

import type { AuditTable, DetailLabels } from '../../platform/messages/audit-table.ts';
import { describeDetail } from './audit-details.ts';

export type AuditWords = ReturnType<typeof createAuditWords>;

/** `others` are labels that belong to no single module. */
export function createAuditWords(tables: readonly AuditTable[], others: DetailLabels) {
  const tableOf = new Map(
    tables.flatMap((table) => table.actions.map((action) => [action, table] as const)),
  );
  const labels: DetailLabels = Object.assign({ ...others }, ...tables.map((table) => table.labels));
  return {
    actions: [...tableOf.keys()],
    /** Returns the name itself for an action of another version. */
    nameAction: (action: string) => tableOf.get(action)?.sentences[action] ?? action,
    nameSubject: (action: string, subject: string) => tableOf.get(action)?.nameSubject?.(subject),
    describeDetail: (text: string, formatMoment: (atMs: number) => string) =>
      describeDetail(text, formatMoment, labels),
  };
}
