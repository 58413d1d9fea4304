// Knows which tables of a running service's database are damaged: calls meet it, and checks find it.

import type { Report } from '../../lib/events.ts';
import { isDamage } from './damage.ts';
import { createMaintenance } from './maintenance.ts';
import { type DamageReport, describeReport, noteDamage } from './set-aside.ts';

/** Knows of none yet. Disposing it ends a check that is under way. */
export function createDamageWatch(path: string, report: Report) {
  const maintenance = createMaintenance();
  let latest: DamageReport | undefined;
  let isMet = false;

  function note(given: DamageReport): void {
    latest = given;
    const { tables, path: keptAs, reason } = { path: undefined, reason: undefined, ...given };
    report('tables_damaged', { tables, outcome: describeReport(given).message, keptAs, reason });
  }

  async function look(check: 'quick_check' | 'integrity_check'): Promise<void> {
    try {
      const found = await maintenance.check(path, check);
      if (check === 'integrity_check') isMet = false;
      if (found === undefined) {
        if (latest?.kind === 'damaged' && !isMet) latest = undefined;
        return;
      }
      noteDamage(path);
      const { tables } = found;
      const isNew = tables.some((table) => latest?.tables.includes(table) !== true);
      if (latest === undefined || latest.kind === 'set aside' || isNew) {
        note({ kind: 'damaged', tables });
      }
    } catch {
      // The service stops, or the file is gone, which is reported elsewhere.
    }
  }

  return {
    report: note,
    /** Takes what a call threw: where that is damage, everything is read to find out which tables it is in. */
    meet(error: unknown) {
      if (!isDamage(error) || isMet || latest?.kind === 'damaged') return;
      isMet = true;
      noteDamage(path);
      void look('integrity_check');
    },
    /** Reads every page in a thread of its own; resolves when what it found is known. Never throws. */
    check: () => look('quick_check'),
    latest: () => latest,
    state: () =>
      describeReport(
        isMet && latest?.kind !== 'damaged' ? { kind: 'damaged', tables: [] } : latest,
      ),
    [Symbol.dispose]: () => maintenance[Symbol.dispose](),
  };
}
