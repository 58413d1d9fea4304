// Only the binary shows that it carries its table of countries.

import { expect, test } from 'bun:test';
import { manyAddresses, startMuster } from '../support/binary.ts';
import { Client } from './client.ts';

test('the country of a known address is shown, and T1 for a private one', async () => {
  await using muster = await startMuster({ env: manyAddresses });
  const known = await new Client(muster, { address: '8.8.8.8' }).mustBeat({ port: '25565' });
  const local = await new Client(muster, { address: '192.168.1.10' }).mustBeat({ port: '25566' });
  const [first, second] = await new Client(muster).lookup(known, local);
  expect(first?.country_abbr).toBe('US');
  expect(second?.country_abbr).toBe('T1');
});
