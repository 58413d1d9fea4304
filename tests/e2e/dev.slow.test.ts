// `npm run dev` and `npm run seed`: only their own processes show that they fill a folder, serve it and stop in order.

import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { LOGINS, PASSWORD } from '../../scripts/example/seed.ts';
import { SERVERS } from '../../scripts/example/servers.ts';
import { findFreePort, makeFolder, manyAddresses, startMuster } from '../support/binary.ts';
import { Client, eventually, nextAddress } from './client.ts';

const root = join(import.meta.dir, '../..');
const STARTED_MS = 30_000;

/** Runs one of the scripts in the folder, as npm does. */
function start(script: string, ...args: readonly string[]) {
  const child = Bun.spawn({
    cmd: [process.execPath, '--no-env-file', join(root, 'scripts', script), ...args],
    cwd: root,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '/' },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const output = { out: '', error: '' };
  const reading = Promise.all([
    read(child.stdout, (text) => {
      output.out += text;
    }),
    read(child.stderr, (text) => {
      output.error += text;
    }),
  ]);
  return { child, output, ended: reading.then(() => child.exited) };
}

async function read(stream: ReadableStream<Uint8Array>, add: (text: string) => void) {
  const decoder = new TextDecoder();
  for await (const chunk of stream) add(decoder.decode(chunk, { stream: true }));
}

describe('the example database', () => {
  test('has live servers, a history, accounts of each role, and what they left', async () => {
    const folder = await makeFolder();
    const data = join(folder, 'muster-data');
    expect(await start('seed.ts', '--folder', data).ended).toBe(0);
    await using muster = await startMuster({ folder, env: manyAddresses });

    const visitor = new Client(muster, { address: nextAddress() });
    const listed = await visitor.list();
    expect(listed.map(({ name }) => name).sort()).toEqual(SERVERS.map(({ name }) => name).sort());
    expect(listed.filter((server) => server.featured)).toHaveLength(1);
    for (const { name, role } of LOGINS) {
      const client = new Client(muster, { address: nextAddress() });
      expect((await client.login(name, PASSWORD)).errors).toEqual([]);
      // Players learn nothing of the pages of administration.
      expect((await client.get('/admin/')).status).toBe(role === 'player' ? 404 : 200);
    }
    const read = async (...args: string[]) => JSON.parse(await muster.mustRun([...args, '--json']));
    expect(await read('ban', 'list')).toHaveLength(3);
    expect(await read('claim', 'list')).toHaveLength(2);
    expect(await read('report', 'list')).toHaveLength(3);
    expect(await read('mail', 'list')).toHaveLength(2);
    const second = start('seed.ts', '--folder', data);
    expect(await second.ended).toBe(1);
    expect(second.output.error).toContain(`There is a database in ${data} already.`);
  });
});

describe('the development server', () => {
  test('fills its folder, says where it is and who can log in, and stops in order', async () => {
    const folder = await makeFolder();
    for (const time of ['first', 'second']) {
      const port = await findFreePort();
      const dev = start('dev.ts', '--folder', folder, '--port', `${port}`);
      const text = await eventually(
        async () => dev.output.out,
        (out) => out.includes(PASSWORD),
        STARTED_MS,
      );
      expect(text).toContain(`http://localhost:${port}/`);
      for (const { name, role } of LOGINS) expect(text).toContain(`${name} (${role})`);
      expect(text.includes('Filling')).toBe(time === 'first');
      const client = new Client({ port });
      const listed = await eventually(
        () => client.list(),
        (found) => found.length === SERVERS.length,
      );
      expect(listed).toHaveLength(SERVERS.length);
      dev.child.kill('SIGTERM');
      expect(await dev.ended).toBe(0);
      expect(dev.output.error).toContain('Service stopped');
    }
  });
});
