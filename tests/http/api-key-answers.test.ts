// Answers to programs with a key, good and bad, held against what /openapi.json says of them.

import { expect, test } from 'bun:test';
import { sha256Hex } from '../../src/platform/lib/digest.ts';
import type { Sending } from '../support/test-app.ts';
import { createAnswerCheck, type Description } from './described-answers.ts';
import { ALPHA_HASH as ALPHA, claimAlpha } from './sample-app.ts';
import { openStaffApp } from './staff-app.ts';

const LARGE_BODY = 'x='.padEnd(70_000, 'x');
type Fields = Record<string, string>;
const key = (number: number) => `muster_${`${number}`.padStart(48, '0')}`;
const MODERATION = '/api/v1/moderation';
const OWN = '/api/v1/own/servers';

/** What a program sends, by the path in the description: what is good, and what is not. */
const CALLS: readonly [method: string, path: string, good: Fields | undefined, ...bad: Fields[]][] =
  [
    ['GET', OWN, undefined],
    ['GET', `${OWN}/{hash}`, undefined],
    ['PATCH', `${OWN}/{hash}`, { description: 'New.' }, { colour: 'red' }],
    ['GET', `${MODERATION}/servers/{hash}`, undefined],
    ['POST', `${MODERATION}/servers/{hash}`, { action: 'feature' }, { action: 'x' }],
    ['GET', `${MODERATION}/reports`, undefined],
    ['POST', `${MODERATION}/reports/{id}/close`, { reason: 'Seen.' }, {}],
    ['POST', `${MODERATION}/bans`, { kind: 'name', subject: 'spam*', reason: 'No.' }, {}],
    ['GET', `${MODERATION}/bans`, undefined],
    ['POST', `${MODERATION}/bans/lift`, { kind: 'name', subject: 'other*' }, {}],
    ['POST', `${MODERATION}/words`, { word: 'scam' }, { word: 'a b' }],
    ['GET', `${MODERATION}/words`, undefined],
    ['POST', `${MODERATION}/words/remove`, { word: 'scam' }, { word: 'a b' }],
    ['POST', `${MODERATION}/notice`, { text: 'Hi', level: 'info' }, { text: 'Hi', level: 'x' }],
    ['POST', `${MODERATION}/notice/remove`, {}, { x: '' }],
  ];

test('programs get every answer that is described', async () => {
  await using staff = await openStaffApp();
  const { app: own } = staff;
  const description = (await own.request('/openapi.json')).json() as Description;
  const { check, listUnseen } = createAnswerCheck(description);
  const alice = await own.loggedIn('Alice');
  await claimAlpha(own, alice);
  const { id: accountId = 0 } = (await own.store.accounts.findAccountByName('Anna')) ?? {};
  const { id: owner = 0 } = (await own.store.accounts.findAccountByName('Alice')) ?? {};
  const by = { accountId: owner, address: '192.0.2.3' };
  await own.servers.reports.report(by, ALPHA, { kind: 'other', text: 'Look.' });
  const note = { at: 1, event: 'key made', device: '', country: '', detail: '' } as const;
  const notes = { note, bounds: { atMost: 9, sameWithinMs: 1 }, entry: undefined, emailJobs: [] };
  const scopes = ['servers:read', 'own:write', 'moderate'] as const;
  for (const [number, account] of [accountId, owner].entries()) {
    const made = { name: 'Bot', keyHash: sha256Hex(key(number)), createdAt: 1 };
    const of = account === owner ? scopes.slice(0, 2) : scopes;
    await own.store.apiKeys.addKey({ ...made, accountId: account, scopes: of }, 9, notes);
  }
  for (const [method, path, good, ...bad] of CALLS) {
    const number = path.startsWith(OWN) ? 1 : 0;
    const send = async (status: number, fields: Fields | undefined, more: Sending = {}) => {
      const target = path.replace('{hash}', ALPHA).replace('{id}', '1');
      const headers = { authorization: `Bearer ${key(number)}` };
      const body = fields && { body: new URLSearchParams(fields).toString() };
      const { target: other = target, ...rest } = more as Sending & { target?: string };
      const answer = await own.request(other, { method, headers, ...body, ...rest });
      expect([method, path, answer.status, answer.text]).toEqual([
        method,
        path,
        status,
        expect.any(String),
      ]);
      check(path, method.toLowerCase(), answer);
    };
    const responses = description.paths[path]?.[method.toLowerCase()]?.responses ?? {};
    own.skip(60_000);
    await send(200, good);
    for (const fields of bad) await send(400, fields);
    await send(401, good, { headers: {} });
    await send(403, good, { headers: { host: 'other.example' } });
    if (good !== undefined) await send(413, undefined, { body: LARGE_BODY });
    if (responses['404']) {
      const target = path.replace('{hash}', 'x').replace('{id}', 'x');
      await send(404, good, { target } as Sending);
    }
    if (responses['409']) await send(409, good);
    for (let turn = 0; turn < 60; turn += 1) {
      await own.request(OWN, { headers: { authorization: `Bearer ${key(number)}` } });
    }
    await send(429, good);
  }
  expect(listUnseen(({ security = [] }) => security.some((way) => 'key' in way))).toEqual([]);
});
