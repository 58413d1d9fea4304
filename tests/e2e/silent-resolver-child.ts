// Measures logins and lists of a service in a network whose DNS server never answers; started by silent-resolver.slow.test.ts.

import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { startMuster } from '../support/binary.ts';
import { Client } from './client.ts';

const ROUNDS = 12;
const PAUSE_MS = 700;

const silent = createSocket('udp4');
silent.bind(53, '127.0.0.1');
await once(silent, 'listening');
let queries = 0;
silent.on('message', () => {
  queries += 1;
});

const PASSWORD = 'correct horse battery';

async function start(env: Readonly<Record<string, string>>) {
  const muster = await startMuster({ env: { MUSTER_PORT_CHECK: 'false', ...env } });
  await muster.mustRun(
    [
      'account',
      'create',
      'Anna',
      '--email',
      'anna@example.net',
      '--allow-weak-password',
      '--password-stdin',
    ],
    {
      stdin: PASSWORD,
    },
  );
  return { muster, logins: [] as number[], lists: [] as number[] };
}

async function measure(
  { muster, logins, lists }: Awaited<ReturnType<typeof start>>,
  round: number,
) {
  const client = new Client(muster);
  let begunAt = performance.now();
  const { authenticated } = await client.login('Anna', PASSWORD);
  if (!authenticated) throw new Error('Nobody is logged in.');
  logins.push(performance.now() - begunAt);
  // A list that changed is compressed anew.
  const fields = `port=${1_000 + round}&users=1&max=9&salt=${'a'.repeat(16)}&public=true`;
  await client.send('GET', `/server/heartbeat?name=Server%20${round}&${fields}`);
  await Bun.sleep(PAUSE_MS);
  begunAt = performance.now();
  const visitor = new Client(muster);
  await visitor.send('GET', '/api/servers', [['Accept-Encoding', 'gzip']]);
  await visitor.send('GET', '/', [['Accept-Encoding', 'gzip']]);
  lists.push(performance.now() - begunAt);
}

const mirrors = Array.from({ length: 8 }, (_, index) => `https://play.silent${index}.example`);
const control = await start({});
const tried = await start({ MUSTER_MIRRORS: mirrors.join(',') });
// In turn, so that what else the machine does meets both alike.
for (let round = 0; round < ROUNDS; round += 1) {
  await measure(control, round);
  await measure(tried, round);
}
const middle = (all: number[]) => all.toSorted((one, other) => one - other)[ROUNDS / 2] ?? 0;
const figuresOf = ({ logins, lists }: typeof control) => ({
  logins: middle(logins),
  lists: middle(lists),
  worst: Math.max(...logins, ...lists),
});
console.log(JSON.stringify({ control: figuresOf(control), tried: figuresOf(tried), queries }));
process.exit(0);
