// npm run seed: fills a data folder with an example database, `dev-data` unless --folder names another.

import { parseArgs } from 'node:util';
import { LOGINS, PASSWORD, seed } from './example/seed.ts';
import { makeServers, SERVERS } from './example/servers.ts';

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: 'dev-data' },
    servers: { type: 'string', default: `${SERVERS.length}` },
  },
});
const servers = makeServers(Number(values.servers));
try {
  await seed(values.folder, servers);
} catch (error) {
  process.stderr.write(`muster: ${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
const names = LOGINS.map(({ name }) => name).join(', ');
process.stdout.write(
  `${values.folder} has ${servers.length} servers. Log in as ${names} with the password ${PASSWORD}\n`,
);
