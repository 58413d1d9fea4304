// Moderators' changes: each is stored together with its entry in the audit log.

import type { Actor } from '../../platform/lib/actor.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { type AuditEntry, withServerName } from '../audit/index.ts';
import type { ClaimStore, ClaimsOf } from '../claims/index.ts';
import type { HistoryStore } from '../history/index.ts';
import { parseServerHash, type ServerStore } from '../registry/index.ts';
import type { ModerationAuditAction } from './audit-actions.ts';
import type { ModerationStore, ReportStore } from './moderation-ports.ts';

export interface ModerationPorts {
  servers: Pick<ServerStore, 'loadServers'>;
  moderation: ModerationStore;
  claims: ClaimStore;
  reports: ReportStore;
  clock: Clock;
  staleAfterMs: number;
  /** Lists the live servers in memory. Without it, actions use the last saved servers. */
  listLive?: () => readonly { hash: string; ip: string; name: string }[];
  /** Finds the name of a live server in memory. */
  nameOf?: (hash: string) => string | undefined;
  history?: Pick<HistoryStore, 'findSeries'>;
  /** Words of the name filter in addition to the stored ones. */
  filteredWords?: readonly string[];
  /** Called after each action, to reload moderation and the claim of the action's subject in the same process. */
  onChanged?: (of: ClaimsOf) => Promise<void>;
}

export type MakeChange = ReturnType<typeof createMakeChange>;

/** Creates the function that makes every change. */
export function createMakeChange(
  ports: Pick<ModerationPorts, 'servers' | 'clock' | 'nameOf' | 'history' | 'onChanged'>,
) {
  const { servers, clock, onChanged } = ports;

  /** The current or last known name of the server that an action is about; empty for none. */
  async function nameServer(subject: string): Promise<string> {
    if (parseServerHash(subject) !== subject) return '';
    const live = ports.nameOf?.(subject);
    if (live !== undefined) return live;
    const past = (await ports.history?.findSeries(subject))?.name;
    if (past) return past;
    if (ports.nameOf !== undefined) return '';
    const { servers: stored } = await servers.loadServers();
    return stored.find(({ hash }) => hash === subject)?.name ?? '';
  }

  /** Writes the entry of an action, changes the store, and reloads. */
  return async <Result>(
    [actor, name, subject, reason, detail = '']: [
      Actor,
      ModerationAuditAction,
      string,
      string,
      string?,
    ],
    change: (entry: AuditEntry) => Promise<Result>,
  ): Promise<Result> => {
    const named = withServerName(detail, await nameServer(subject));
    const entry = { at: clock.now(), actor, action: name, subject, reason, detail: named };
    const result = await change(entry);
    await onChanged?.({ hash: subject });
    return result;
  };
}
