// Administration on the pages of the compiled service: what is done there counts at once and after a restart.

import { expect, test } from 'bun:test';
import { adminMessages } from '../../src/messages/messages.ts';
import { startMuster } from '../support/binary.ts';
import { Client, createAccount } from './client.ts';

const password = 'correct horse';

test('an administrator suspends a player, whose session ends and who reads why', async () => {
  const env = { MUSTER_LOG_LEVEL: 'debug', MUSTER_LOG_FORMAT: 'json' };
  await using muster = await startMuster({ env });
  await createAccount(muster, 'Anna', password);
  await muster.mustRun(['account', 'set', 'Anna', '--role', 'administrator']);
  await createAccount(muster, 'Paul', password);
  const paul = new Client(muster);
  await paul.login('Paul', password);
  expect((await paul.get('/admin/')).status).toBe(404);
  expect((await new Client(muster).get('/admin/')).status).toBe(303);

  const anna = new Client(muster);
  await anna.login('Anna', password);
  const overview = await anna.get('/admin/');
  expect(overview.status).toBe(200);
  expect(overview.text).toContain(adminMessages.overview.attention);
  expect((await anna.get('/admin/accounts/')).text).toContain('/admin/accounts/2/');
  const form = { 'suspend-reason': 'Griefing', 'suspend-until': '7d' };
  const answer = await anna.submit('/admin/accounts/2/suspend/', form);
  expect(answer.status).toBe(303);
  expect((await anna.get('/admin/accounts/2/')).text).toContain('Griefing');
  expect(await paul.openLogin()).toMatchObject({ authenticated: false });

  await muster.restart();
  const { errors } = await new Client(muster).login('Paul', password);
  expect(errors[0]).toMatch(/ until [-\d]{10} [\d:]{5} UTC\.$/);
  const described = await new Client(muster).submit('/acc/login/', { username: 'Paul', password });
  expect(described.text).toContain('Reason: Griefing');
  const actions = JSON.parse(await muster.mustRun(['audit', 'list', '--json']));
  expect(actions[0]).toMatchObject({
    ...{ act: 'account suspended', subject: 'Paul', reason: 'Griefing' },
    actor: { kind: 'account', name: 'Anna' },
  });
  const log = muster.stdout + muster.stderr;
  expect(log).not.toMatch(/@example|correct horse/);
});
