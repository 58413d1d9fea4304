// The events of logins with an OpenID provider.

import type { EventTable, ReportOf } from '../../platform/ops/events.ts';

/** `problem` is a code, such as `ECONNREFUSED` or `invalid_client`: never a text of the provider or a browser. */
interface Refused {
  problem: string;
}

const MORE = 'The OpenID provider did not complete more logins';

export const openIdEvents = {
  openid_login_failed: {
    line: ['accounts', 'warning', 'The OpenID provider did not complete a login'],
    tell({ count, write, repeat }, facts: Refused) {
      count();
      repeat(facts.problem, facts, {
        first: write,
        others: (latest, number) => write({ ...latest, count: number }, MORE),
        rest: (number) => write({ count: number }, MORE),
      });
    },
  },
} as const satisfies EventTable;

export type Report = ReportOf<typeof openIdEvents>;
