// `muster version --check`: only a process of its own can be made to trust the certificate of a test's server.

import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { version } from '../../src/platform/lib/version.ts';
import { makeFolder, runMuster } from '../support/binary.ts';
import { makeCertificate } from '../support/certificates.ts';

const made = makeCertificate({ names: ['localhost'] });
const ANSWERS: Record<string, () => Response | Promise<Response>> = {
  '/same': () => new Response(`${version}\n`),
  '/forge': () => Response.json({ tag_name: 'v99.1.0', name: 'Ninety-nine', body: 'x' }),
  '/page': () => new Response('<!doctype html>\u001b[31m'),
  '/none': () => Response.json({ version: 99 }),
  '/moved': () => Response.redirect('/same'),
  '/gone': () => new Response('99.0.0', { status: 404 }),
  '/endless': () => new Response('9'.repeat(1_000_000)),
};
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  tls: made,
  fetch: (request) =>
    ANSWERS[new URL(request.url).pathname]?.() ?? new Response('', { status: 400 }),
});
afterAll(() => server.stop(true));

async function check(path: string) {
  const folder = await makeFolder();
  const ca = join(folder, 'ca.pem');
  await Bun.write(ca, made.cert);
  const url = `https://localhost:${server.port}${path}`;
  return await runMuster(['version', '--check'], {
    folder,
    env: { MUSTER_VERSION_URL: `${url}?key=hunter2`, NODE_EXTRA_CA_CERTS: ca },
  });
}

test.each([
  ['/same', 0, `muster ${version} is the latest version.\n`],
  ['/forge', 3, `Version 99.1.0 is available. This is muster ${version}.\n`],
])('%s', async (path, exitCode, stdout) => {
  expect(await check(path)).toEqual({ exitCode, stdout, stderr: '' });
});

test.each([
  ['/page', 'answered "<!doctype html>'],
  ['/none', 'answered "{"version":99}", which is not a version number'],
  ['/moved', 'answered with status 302'],
  ['/gone', 'answered with status 404'],
  ['/endless', 'answered with more than 64 KiB'],
])('%s is no version', async (path, hint) => {
  const { exitCode, stdout, stderr } = await check(path);
  expect([exitCode, stdout]).toEqual([1, '']);
  expect(stderr).toStartWith(
    `muster: https://localhost:${server.port}${path} (version_url) ${hint}`,
  );
  expect(stderr.split('\n')).toHaveLength(2);
  expect(stderr).not.toContain('hunter2');
  expect(stderr).not.toContain('\u001b');
});

test('a server that nobody vouches for, and one that is not there', async () => {
  const folder = await makeFolder();
  for (const place of [`localhost:${server.port}`, 'localhost:1']) {
    const env = { MUSTER_VERSION_URL: `https://${place}/same` };
    const { exitCode, stderr } = await runMuster(['version', '--check'], { folder, env });
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('cannot be read (')]);
  }
});

test('without an address nothing is asked', async () => {
  const folder = await makeFolder();
  const { exitCode, stderr } = await runMuster(['version', '--check'], { folder });
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('version_url')]);
});
