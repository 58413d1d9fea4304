// A replica in a process of its own, which writes all the time while it leads: `leader-child.ts URL REPLICA`. It
// prints a line of JSON for each thing that happens to it.

import { createLeadership, RENEW_EVERY_MS } from '../../src/store/postgres/leadership.ts';
import { openPool } from '../../src/store/postgres/pool.ts';
import { createRepositories } from '../../src/store/postgres/repositories.ts';
import { accountNamed } from '../contract/fresh-stores.ts';
import { createReporter } from '../support/reporter.ts';

const [url = '', replica = ''] = process.argv.slice(2);
const WRITES_OF_A_JOB = 50;
const PAUSE_MS = 10;

const print = (line: object) => console.log(JSON.stringify(line));
const pool = openPool(url);
const leadership = createLeadership(
  pool.orm,
  replica,
  createReporter({
    lead_taken: ({ term }) => print({ taken: term }),
    lead_lost: ({ term }) => print({ lost: term }),
  }),
);
const store = createRepositories(pool.orm, {
  ...{ replica, leadership },
  onBegun() {},
  onUndone() {},
});

void (async () => {
  for (;;) {
    await leadership.renew().catch(() => {});
    await Bun.sleep(RENEW_EVERY_MS);
  }
})();

let written = 0;

/** A job that takes long: where the process is stopped meanwhile, it goes on as if nothing had happened. */
async function work(): Promise<void> {
  for (let count = 0; count < WRITES_OF_A_JOB; count += 1) {
    await store.accounts.insertAccount(accountNamed(`${replica}_${written}`));
    written += 1;
    await store.history.removeMinutes(0, 0);
    await Bun.sleep(PAUSE_MS);
  }
}

for (;;) {
  const term = leadership.term();
  if (term !== undefined) {
    try {
      await leadership.run(work);
    } catch (error) {
      print({ refused: term, error: String(error) });
    }
  }
  await Bun.sleep(PAUSE_MS);
}
