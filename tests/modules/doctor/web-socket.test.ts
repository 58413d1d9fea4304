// What `muster doctor` says of a WebSocket that does not pass the proxy.

import { expect, test } from 'bun:test';
import type { Settings } from '../../../src/app/options.ts';
import { checkWebSocket, type Reached } from '../../../src/modules/doctor/base-url-checks.ts';
import { tell } from '../../../src/platform/lib/finding.ts';

const report = (headers: object) => Response.json({ proof: 'a proof', headers });

test.each([
  ['the request arrived without the header', report({}), 'the Upgrade header is lost on the way'],
  ['it arrived with the header', report({ upgrade: 'websocket' }), 'the answer is 200'],
  ['another program answers', Response.json({}, { status: 404 }), 'the answer is 404'],
])('%s', async (_, answer, what) => {
  using proxy = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => answer.clone() });
  const settings = { baseUrl: `http://127.0.0.1:${proxy.port}` } as Settings;
  const found = await checkWebSocket(settings, { key: 'a key' } as Reached);
  expect(tell(found)).toMatchObject({
    message: expect.stringContaining(`WebSockets do not work: ${what}.`),
  });
});
