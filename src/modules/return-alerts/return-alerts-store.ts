// The store of return alerts.

import { and, eq, gt, lte, ne, or } from 'drizzle-orm';
import { mayDeleteAged, removeAged } from '../../platform/store/clock-leaps.ts';
import type { Database } from '../../platform/store/engine.ts';
import { countRows, hasRow, matches, putRow } from '../../platform/store/queries.ts';
import { addNotice } from '../email/outbox-store.ts';
import type { ReturnAlertStore } from './return-alert-ports.ts';

export function createReturnAlertStore(db: Database): ReturnAlertStore {
  const { returnAlerts } = db.tables;

  return {
    addAlert: (alert, most, now) =>
      db.transaction(async (tx) => {
        await removeAged(tx, returnAlerts, lte(returnAlerts.expiresAt, now), now);
        const { accountId, hash } = alert;
        const isOther = and(matches(returnAlerts, { accountId }), ne(returnAlerts.hash, hash));
        if ((await countRows(tx, returnAlerts, isOther)) >= most) return false;
        await putRow(tx, returnAlerts, alert);
        return true;
      }),

    async removeAlert(accountId, hash) {
      await db.delete(returnAlerts).where(matches(returnAlerts, { accountId, hash }));
    },

    hasAlert: (accountId, hash, now) =>
      hasRow(
        db,
        returnAlerts,
        and(matches(returnAlerts, { accountId, hash }), gt(returnAlerts.expiresAt, now)),
      ),

    async listAwaited(now) {
      const { hash, expiresAt } = returnAlerts;
      const rows = await db.selectDistinct({ hash }).from(returnAlerts).where(gt(expiresAt, now));
      return rows.map((row) => row.hash);
    },

    sendAlerts: (hash, serverName, now) =>
      db.transaction(async (tx) => {
        const isValidOrDropped = or(gt(returnAlerts.expiresAt, now), mayDeleteAged(tx, now));
        const isOver = and(eq(returnAlerts.hash, hash), isValidOrDropped);
        const gone = await tx.delete(returnAlerts).where(isOver).returning();
        for (const { accountId, expiresAt } of gone) {
          if (expiresAt <= now) continue;
          await addNotice(tx, {
            accountId,
            kind: 'server back',
            detail: `${hash} ${serverName}`,
            now,
          });
        }
      }),
  };
}
