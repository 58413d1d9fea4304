// C2.8: what a Muster sent is refused everywhere, so that nobody has it attest its own address; mirrors read the list.

import { afterAll, beforeAll, expect, test } from 'bun:test';
import { OUTGOING_HEADER } from '../../src/platform/lib/outgoing-request.ts';
import { beatForm } from '../support/test-app.ts';
import { openWalk, type Walk } from './every-route.ts';

let walk: Walk;
beforeAll(async () => {
  walk = await openWalk();
});
afterAll(() => walk[Symbol.asyncDispose]());

const headers = { [OUTGOING_HEADER]: 'true' };
const listed = async () => (await walk.app.request('/api/servers', { headers })).text;

test.each([
  '/server/heartbeat',
  '/server/heartbeat/',
  '//server//heartbeat',
  '/heartbeat.jsp',
  '/h/1/server/heartbeat',
])('a heartbeat to %s that a Muster sent lists nothing', async (path) => {
  const form = beatForm({ name: 'Forged', port: '22' });
  const sent = [
    await walk.app.request(`${path}?${form}`, { headers, address: '198.51.100.1' }),
    await walk.app.request(path, { method: 'POST', headers, body: form, address: '198.51.100.1' }),
  ];
  for (const answer of sent) {
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('This request came from a Muster');
  }
  expect(await listed()).not.toContain('Forged');
});

test('no route answers it but the list', async () => {
  const answered: string[] = [];
  for (const { path, methods } of walk.routes) {
    for (const method of methods) {
      const { status } = await walk.app.request(path, { method, headers });
      if (status !== 403) answered.push(`${method} ${path}`);
    }
  }
  expect(answered.filter((one) => !/ \/api\/servers$/.test(one))).toEqual([]);
  expect(answered).toContain('GET /api/servers');
});

test.each(['/.well-known/openid-configuration', '/oidc/jwks', '/oidc/token'])(
  'another Muster may ask %s, with which it logs players in',
  async (path) => {
    expect((await walk.app.request(path, { headers })).status).not.toBe(403);
    expect((await walk.app.request(`${path}/more`, { headers })).status).toBe(403);
  },
);

test('without the mark the same heartbeat is listed, from this machine too', async () => {
  const form = beatForm({ name: 'Honest', port: '22' });
  const answer = await walk.app.request(`/server/heartbeat?${form}`, { address: '127.0.0.1' });
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('/server/play/')]);
});
