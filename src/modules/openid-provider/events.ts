// The events of single sign-on.

import { describeError } from '../../platform/ops/describe-error.ts';
import type { EventTable, ReportOf } from '../../platform/ops/events.ts';

export const openidEvents = {
  openid_failed: {
    line: ['accounts', 'error', 'Single sign-on failed for a program'],
    tell({ count, write }, { error }: { error: unknown }) {
      count();
      write({ ...describeError(error) });
    },
  },
  openid_login_revoked: [
    'accounts',
    'warning',
    'A program used a code or token twice, so its login was revoked',
  ],
} as const satisfies EventTable;

export type Report = ReportOf<typeof openidEvents>;
