// Logging in on the page of the compiled service: one session with the API, durable, and no secret left behind.

import { expect, test } from 'bun:test';
import { readFile } from 'node:fs/promises';
import { messages } from '../../src/messages/messages.ts';
import { startMuster } from '../support/binary.ts';
import { Client, createAccount } from './client.ts';
import { listFiles } from './database.ts';

const password = 'PasswordThatNobodyMaySee';
const wrongPassword = 'WrongThatNobodyMaySee';
const RIGHT = { username: 'alice', password };

test('a session of the page is one of the API, survives a restart, and ends for good', async () => {
  const env = { MUSTER_LOG_LEVEL: 'debug', MUSTER_LOG_FORMAT: 'json' };
  await using muster = await startMuster({ env });
  await createAccount(muster, 'Alice', password);
  const reader = new Client(muster);
  expect((await reader.get('/acc/login/')).status).toBe(200);
  const anonymous = reader.session ?? '';

  const wrong = await reader.submit('/acc/login/', { ...RIGHT, password: wrongPassword });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain('value="alice"');
  expect(reader.session).toBe(anonymous);

  const right = await reader.submit('/acc/login/', { ...RIGHT, next: '/server/list/' });
  expect(right.status).toBe(303);
  expect(right.headersNamed('location')).toEqual(['/server/list/']);
  expect(right.headersNamed('connection')).toEqual([]);
  const session = reader.session ?? '';
  expect(session).toMatch(/^s\./);

  await muster.restart();
  expect(await reader.openLogin()).toMatchObject({ username: 'Alice', authenticated: true });
  expect((await reader.get('/')).text).toContain('Logged in as Alice');

  expect((await reader.submit('/acc/logout/', {})).status).toBe(303);
  await muster.restart();
  const thief = new Client(muster);
  thief.session = session;
  expect(await thief.openLogin()).toMatchObject({ username: null, authenticated: false });

  const log = muster.stdout + muster.stderr;
  expect(log).toContain('Account logged out');
  const secrets = [password, wrongPassword, session, anonymous];
  for (const text of [log, wrong.text]) {
    for (const secret of secrets) expect(text.includes(secret) ? secret : '').toBe('');
  }
  for (const file of await listFiles(muster.folder)) {
    const bytes = await readFile(file);
    for (const secret of secrets)
      expect(bytes.includes(secret) ? `${secret} in ${file}` : '').toBe('');
  }
});

test('a form from elsewhere is refused on a page', async () => {
  await using muster = await startMuster();
  await createAccount(muster, 'Alice', password);
  const reader = new Client(muster);
  const bare = await reader.post('/acc/login/', RIGHT);
  expect(bare.status).toBe(403);
  expect(bare.text).toContain(`<h1>${messages.failure.titles[403]}</h1>`);
  expect(bare.text).not.toContain(password);
  expect(await reader.openLogin()).toMatchObject({ username: null });
});
