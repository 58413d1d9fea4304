// What `muster doctor` is answered: only who has read the data folder, and nobody else.

import { expect, test } from 'bun:test';
import { createDoctorHandler } from '../../src/modules/doctor/doctor-api.ts';
import { DOCTOR_HEADER, makeDoctorToken } from '../../src/modules/doctor/service-proof.ts';
import type { Incoming } from '../../src/platform/http/listener.ts';

const KEY = 'k'.repeat(43);
const handle = createDoctorHandler({
  ...{ key: KEY, addressOf: () => '203.0.113.1' },
  site: { identity: () => ({}) as never },
});

function ask(key: string) {
  const headers = { [DOCTOR_HEADER]: makeDoctorToken(key, Date.now()) };
  const request: Incoming = new Request('http://muster.test/', { headers });
  return handle(request, () => false, true);
}

test('a request with another key is left to the routes', () => {
  expect(ask('o'.repeat(43))).toBe('not meant');
});
