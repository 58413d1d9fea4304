// The events of logins.

import type { EventTable, ReportOf } from '../../platform/ops/events.ts';

interface Refused {
  address: string;
}

/** Leaves out the name, because people type their password into that field by mistake. */
interface FailedLogin extends Refused {
  reason: string;
}

const MORE_REFUSED = { rest: 'More logins refused from other addresses' };
const MORE_FAILED = {
  others: 'More logins failed',
  rest: 'More logins failed from other addresses',
};

export const loginEvents = {
  account_guessed_at: ['accounts', 'warning', 'Somebody is guessing a password'],
  account_logged_out: ['accounts', 'info', 'Account logged out'],
  login_busy: {
    line: ['accounts', 'info', 'Login refused: too many logins are being checked'],
    tell: ({ flood }, facts: Refused) => flood('', facts, MORE_REFUSED),
  },
  login_failed: {
    line: ['accounts', 'info', 'Login failed'],
    tell({ note, flood }, facts: FailedLogin) {
      const { reason } = facts;
      // The limits keep the number of these lines small for each address. Programs that watch the log count them.
      if (reason === 'password' || reason === 'username') note(facts);
      else flood(reason, facts, MORE_FAILED);
    },
  },
  login_stopped: {
    line: ['accounts', 'info', 'Login refused: too many failed logins'],
    tell: ({ flood }, facts: Refused) => flood('', facts, MORE_REFUSED),
  },
} as const satisfies EventTable;

export type Report = ReportOf<typeof loginEvents>;
