// The events of logins.

import type { EventTable, ReportOf } from '../../platform/ops/events.ts';

interface Refused {
  address: string;
}

/** Without the name: people type their password into that field. */
interface FailedLogin extends Refused {
  reason: string;
}

const MORE_REFUSED = { rest: 'More logins refused from other addresses' };

export const loginEvents = {
  account_guessed_at: ['accounts', 'warning', 'Somebody is guessing a password'],
  account_logged_out: ['accounts', 'info', 'Account logged out'],
  login_busy: {
    line: ['accounts', 'info', 'Login refused: too many logins are being checked'],
    open: ({ flood }) => {
      const note = flood<Refused>(MORE_REFUSED);
      return (facts: Refused) => note('', facts);
    },
  },
  login_failed: {
    line: ['accounts', 'info', 'Login failed'],
    open({ tell, flood }) {
      const note = flood<FailedLogin>({
        others: 'More logins failed',
        rest: 'More logins failed from other addresses',
      });
      return (facts: FailedLogin) => {
        const { reason } = facts;
        // Each address has a limit of these, and programs that watch the log count them.
        if (reason === 'password' || reason === 'username') tell(facts);
        else note(reason, facts);
      };
    },
  },
  login_stopped: {
    line: ['accounts', 'info', 'Login refused: too many failed logins'],
    open: ({ flood }) => {
      const note = flood<Refused>(MORE_REFUSED);
      return (facts: Refused) => note('', facts);
    },
  },
} as const satisfies EventTable;

export type Report = ReportOf<typeof loginEvents>;
