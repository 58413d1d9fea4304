// Every command that takes a reason passes it on to the audit log.

import { expect, test } from 'bun:test';
import { auditWords } from '../../src/app/facts.ts';
import { openStore } from '../../src/app/open-stores.ts';
import * as optional from '../../src/app/optional-modules.ts';
import type { ModuleFacts } from '../../src/platform/module/description.ts';
import { sampleAccount } from '../contract/fresh-stores.ts';
import { openBench } from '../support/command-line.ts';

const HASH = 'd'.repeat(32);
const AT = Date.UTC(2026, 0, 2, 3, 4);

/** Commands in an order in which each has something to do, and the names of their actions in the log. */
const COMMANDS: [command: string, action: string][] = [
  ['account verify Vera', 'account verified'],
  ['account password Vera --password-stdin', 'password changed'],
  ['account suspend Vera', 'account suspended'],
  ['account restore Vera', 'account restored'],
  ['account set Vera --flags d', 'account details changed'],
  ['account set Vera --role moderator', 'role changed'],
  ['account logout Vera', 'sessions ended'],
  ['account reset-second-factor Alice', 'second factor reset'],
  ['account rename Vera Verena', 'account renamed'],
  ['account delete Verena --yes', 'account deleted'],
  [`server feature ${HASH}`, 'server featured'],
  [`server unfeature ${HASH}`, 'server unfeatured'],
  [`server unlist ${HASH}`, 'server unlisted'],
  [`server relist ${HASH}`, 'server relisted'],
  [`server country ${HASH} NZ`, 'country set'],
  [`server country ${HASH} auto`, 'country reset'],
  ['ban add 192.0.2.0/24', 'ban added'],
  ['ban remove 192.0.2.0/24', 'ban removed'],
  ['filter add spam*', 'filter word added'],
  ['filter remove spam*', 'filter word removed'],
  ['tag add trains', 'tag added'],
  ['tag remove trains', 'tag removed'],
  ['report close 1', 'report closed'],
  [`claim clear ${HASH}`, 'claim texts removed'],
  [`claim remove ${HASH}`, 'claim removed'],
  ['mail retry 1', 'email retried'],
  ['mail retry --all', 'emails retried'],
  ['mail drop 1', 'email deleted'],
  ['site set site_name Blocks', 'site changed'],
  ['site reset site_name', 'site reset'],
  ['notice set Soon', 'notice set'],
  ['notice remove', 'notice removed'],
];

const optionalModules: readonly ModuleFacts[] = Object.values(optional);

/** Creating an account and what a ban hit have no reason of their own. Optional modules act on pages alone. */
const WITHOUT: readonly string[] = [
  'server banned',
  'account created',
  'webhook added',
  'webhook removed',
  ...optionalModules.flatMap(({ audit }) => audit?.actions ?? []),
];

test('every action of the log has a command here, except those known to have none', () => {
  const covered = new Set<string>(COMMANDS.map(([, action]) => action));
  const others = auditWords.actions.filter((action) => !covered.has(action));
  expect(others.filter((action) => !WITHOUT.includes(action))).toEqual([]);
  expect(WITHOUT.filter((action) => covered.has(action))).toEqual([]);
});

test('each reason is in the log with its action', async () => {
  using bench = openBench();
  {
    using store = openStore({ folder: `${bench.folder}/muster-data` });
    const { id } = await store.accounts.insertAccount(sampleAccount());
    await store.security.turnOnMailCodes(id, AT, ['h'], {
      entry: { at: AT, event: 'mailed codes turned on', device: '', country: '', detail: '' },
      bounds: { atMost: 9, sameWithinMs: 0 },
      emailJobs: [],
    });
    await store.reports.addReport({
      ...{ hash: HASH, serverName: 'Alpha', accountId: id, kind: 'fake', text: '', createdAt: AT },
      wantsEmail: false,
    });
    const code = { hash: HASH, codeHash: 'c0'.repeat(32) };
    await store.claims.saveCode({ ...code, accountId: id, expiresAt: AT + 1 }, AT);
    await store.claims.completeClaim(code, AT);
    await store.claims.updateClaim(HASH, id, { description: 'x' });
    const email = {
      to: 'a@example.net',
      accountName: 'Alice',
      language: 'en',
      kind: 'test',
    } as const;
    for (const number of [1, 2]) {
      await store.outbox.addToOutbox({ email, createdAt: AT, expiresAt: null }, 9);
      await store.outbox.markFailed(number, { attempts: 2, failedAt: AT, lastError: '550 no' });
    }
  }
  await bench.out(['account', 'create', 'Vera', '--email', 'v@example.net', '--unverified']);
  for (const [index, [command, action]] of COMMANDS.entries()) {
    const reason = `Reason ${index}`;
    const person = { stdin: 'correct horse battery\n' };
    await bench.out([...command.split(' '), '--reason', reason], person);
    const [logged] = JSON.parse(await bench.out(['audit', 'list', '--json']));
    expect([command, logged.action, logged.reason]).toEqual([command, action, reason]);
  }
});
