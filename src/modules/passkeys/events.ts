// The events of passkeys.

import type { EventTable, ReportOf } from '../../platform/ops/events.ts';

export const passkeyEvents = {
  passkey_copied: ['accounts', 'warning', 'Login refused: somebody seems to have copied a passkey'],
} as const satisfies EventTable;

export type Report = ReportOf<typeof passkeyEvents>;
