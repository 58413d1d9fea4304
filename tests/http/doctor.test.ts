// What `muster doctor` is answered: only who has read the data folder, and events as a live list would send them.

import { expect, test } from 'bun:test';
import { createDoctorHandler } from '../../src/http/doctor.ts';
import type { Incoming } from '../../src/http/listener.ts';
import { DOCTOR_HEADER, makeDoctorToken } from '../../src/ops/service-proof.ts';

const KEY = 'k'.repeat(43);
const handle = createDoctorHandler({
  ...{ key: KEY, addressOf: () => '203.0.113.1' },
  site: { identity: () => ({}) as never },
});

function ask(key: string) {
  const headers = { [DOCTOR_HEADER]: makeDoctorToken(key, Date.now()) };
  const request: Incoming = new Request('http://muster.test/server/list/events', { headers });
  return handle(request, () => false, true);
}

test('a request with another key is left to the routes', () => {
  expect(ask('o'.repeat(43))).toBe('not meant');
});

test('a second event follows the first at once, long before the stream ends', async () => {
  const startedAt = performance.now();
  const reader = (ask(KEY) as Response).body?.getReader();
  let text = '';
  while (!text.includes(': second\n\n')) {
    const { value, done } = (await reader?.read()) ?? { done: true };
    if (done) break;
    text += Buffer.from(value ?? []).toString();
  }
  await reader?.cancel();
  expect(text).toBe('retry: 5000\n\n: second\n\n');
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});
