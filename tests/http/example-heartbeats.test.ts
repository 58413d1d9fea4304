// The heartbeats of `npm run dev`: a server that is refused does not take the others out of the list.

import { expect, test } from 'bun:test';
import { sendAllHeartbeats } from '../../scripts/example/heartbeats.ts';
import { SERVERS } from '../../scripts/example/servers.ts';
import { openListening } from '../support/test-app.ts';

const MINUTE_MS = 60_000;

test('all but a banned server stay, and the refusal is told', async () => {
  await using app = await openListening({
    trustedProxies: ['127.0.0.1', '::1'],
    isPortCheckOn: false,
  });
  const origin = `http://127.0.0.1:${app.port}`;
  expect([...(await sendAllHeartbeats(origin))]).toEqual([]);
  const [first] = SERVERS;
  if (first === undefined) throw new Error('There are no example servers.');
  const target = { kind: 'range', subject: first.ip } as const;
  await app.moderation.addBan({ kind: 'command line' }, target, { reason: 'Fake.' });
  await app.advance(2 * MINUTE_MS);
  const refused = await sendAllHeartbeats(origin);
  expect([...refused]).toEqual([[first.name, expect.stringContaining('Fake.')]]);
  // Who was not heard in the second round is stale by now.
  await app.advance(2 * MINUTE_MS);
  const { servers } = await (await fetch(`${origin}/api/servers`)).json();
  expect(servers).toHaveLength(SERVERS.length - 1);
});
