// `muster setup`: its questions over a pipe and on a terminal, what it tries, and the file that it writes.

import { describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { makeCertificate } from '../../support/certificates.ts';
import { type Bench, openBench } from '../../support/command-line.ts';
import { openSmtpPeer } from '../../support/smtp-peer.ts';

const LOCAL = 'http://localhost:8089';

const fileOf = ({ folder }: Bench) => join(folder, 'muster.toml');
const read = (bench: Bench) => readFileSync(fileOf(bench), 'utf8');
/** The last questions, for data folder, name, contact and launcher, are answered with what is in brackets. */
const lines = (...answers: string[]) => ({ stdin: `${[...answers, '', '', '', ''].join('\n')}\n` });

/** A port of this machine that somebody else uses. */
async function openTakenPort(): Promise<{ port: number } & Disposable> {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  return { port, [Symbol.dispose]: () => server.close() };
}

describe('setup', () => {
  test('over a pipe asks, tries each answer, and writes what the service reads', async () => {
    using bench = openBench();
    await using peer = await openSmtpPeer({ login: { user: 'me', password: 'p@ss/w%41rd' } });
    const { host } = new URL(peer.url);
    const { exitCode, out, err } = await bench.run(
      ['setup'],
      lines(LOCAL, '127.0.0.1:8089', `smtp://${host}`, 'me', 'p@ss/w%41rd', 'muster@example.net'),
    );
    expect([exitCode, err]).toEqual([0, expect.stringContaining('Address that people open')]);
    expect(out).toContain(`ok: ${LOCAL}: localhost has 127.0.0.1`);
    expect(out).toContain('ok: 127.0.0.1:8089 is free');
    expect(out).toContain(`ok: ${host} accepts this service`);
    expect(out).toContain('muster account first-administrator shows a new one');
    expect(`${out}${err}`).not.toContain('p@ss');
    expect(statSync(fileOf(bench)).mode & 0o777).toBe(0o600);
    const shown = await bench.out(['config', 'print']);
    expect(shown).toMatch(/^base_url +http:\/\/localhost:8089 /m);
    expect(shown).toMatch(/^listen +127\.0\.0\.1:8089 /m);
    expect(await bench.out(['check'])).toContain(`ok  mail: ${host} accepts this service`);
    // No database was made: the service makes it as its own user.
    expect(readdirSync(bench.folder)).toEqual(['muster.toml']);
  });

  test('on a terminal hides the password, and takes what is in brackets', async () => {
    using bench = openBench();
    const answers = [
      'https://localhost',
      'proxi',
      'proxy',
      '',
      '8089',
      'no',
      '127.0.0.1:8089',
      ...['', '', '', '', ''],
    ];
    const { exitCode, out } = await bench.run(['setup'], { answers });
    expect(exitCode).toBe(0);
    expect(out).toContain('Answer certificate or proxy.');
    expect(out).toContain(
      'on all addresses: anybody can bypass the proxy\n  → Use 127.0.0.1:8089.',
    );
    expect(read(bench)).toContain('data = "muster-data"\n');
    expect(read(bench)).toContain('trusted_proxies = ["127.0.0.1"]\n');
    expect(read(bench)).toContain('listen = "127.0.0.1:8089"\n');
    expect(statSync(fileOf(bench)).mode & 0o777).toBe(0o600);
    expect(bench.prompts.map(({ question }) => question)).toContain(
      'Address of the proxy, as Muster sees it [127.0.0.1]: ',
    );
    bench.prompts.length = 0;
    const smtp = ['yes', 'https://localhost', 'proxy', '', '127.0.0.1:8089'];
    await bench.run(['setup'], {
      answers: [
        ...smtp,
        'smtp://127.0.0.1:1',
        'me',
        'secret',
        '',
        'perhaps',
        'yes',
        '',
        '',
        '',
        '',
      ],
    });
    expect(
      bench.prompts.filter(({ isHidden }) => isHidden).map(({ question }) => question),
    ).toEqual(['Password for the mail server: ']);
    expect(read(bench)).toContain('mail_from = "muster@localhost"\n');
  });

  test('asks for name, contact and launcher, and keeps what was answered before', async () => {
    using bench = openBench();
    const place = [LOCAL, '127.0.0.1:8089', '', 'data'];
    const answers = [...place, 'x'.repeat(61), 'Block World', 'team', 'team@example.net', ''];
    const { out } = await bench.run(['setup'], { answers });
    expect(out).toMatch(/The name has 61 characters\. Use at most 60\./);
    expect(out).toMatch(/"team" is not the address of a page/);
    expect(read(bench)).toEndWith(
      'data = "data"\nsite_name = "Block World"\ncontact_email = "team@example.net"\n',
    );
    const page = 'https://forum.example.net/';
    const launcher = 'https://example.net/launcher';
    const second = ['yes', ...place, '', page, 'launcher', launcher];
    expect((await bench.run(['setup'], { answers: second })).out).toMatch(/"launcher" is not the/);
    const written = `data = "data"\nsite_name = "Block World"\ncontact_url = "${page}"\nlauncher_url = "${launcher}"\n`;
    expect(read(bench)).toEndWith(written);
    await bench.run(['setup'], { answers: ['yes', ...place, '', page, ''] });
    expect(read(bench)).toEndWith(written);
  });

  test('writes for the owner alone, a copy of what others could read among it', async () => {
    using bench = openBench();
    writeFileSync(fileOf(bench), 'metrics_token = "a-token-of-metrics-0123"\n', { mode: 0o644 });
    const { out } = await bench.run(['setup'], lines('yes', LOCAL, '127.0.0.1:8089', ''));
    const names = readdirSync(bench.folder);
    expect(names).toHaveLength(2);
    for (const name of names) expect(statSync(join(bench.folder, name)).mode & 0o777).toBe(0o600);
    expect(out.includes('Only its owner can read it.')).toBe(process.getuid?.() === 0);
  });

  test('asks again after an answer that cannot be, and keeps one that failed only when told to', async () => {
    using bench = openBench();
    using taken = await openTakenPort();
    const { exitCode, out } = await bench.run(
      ['setup'],
      lines(
        ...['nonsense', 'http://name.invalid', 'no', LOCAL],
        ...['99999', `127.0.0.1:${taken.port}`, 'no', `127.0.0.1:${taken.port}`, 'yes', ''],
      ),
    );
    expect(exitCode).toBe(0);
    expect(out).toContain('is not a base URL');
    expect(out).toContain('failed: name.invalid of base_url does not resolve on this machine');
    expect(out).toMatch(/failed: The port of 127\.0\.0\.1:\d+ is in use by another program/);
    expect(read(bench)).toContain(`listen = "127.0.0.1:${taken.port}"`);
  });

  test('offers the folder of a service where the file is that of one', async () => {
    using bench = openBench();
    const file = '/etc/muster-of-a-test/muster.toml';
    const { out, err } = await bench.run(
      ['setup', '--config', file],
      lines(LOCAL, '127.0.0.1:8089', ''),
    );
    expect(err).toContain('Folder for the database [/var/lib/muster]:');
    expect(out).toContain('ok: /var/lib/muster (');
    expect(err).toContain(`${file} cannot be written (ENOENT).`);
  });

  test('tries certificate and key', async () => {
    using bench = openBench();
    const [one, other] = [makeCertificate(), makeCertificate()];
    const write = (name: string, text: string) => writeFileSync(join(bench.folder, name), text);
    write('cert.pem', one.cert);
    write('key.pem', one.key);
    write('other.pem', other.key);
    const { exitCode, out } = await bench.run(
      ['setup'],
      lines(
        ...['https://localhost:8089', 'certificate', 'none.pem', 'cert.pem', 'other.pem', 'no'],
        ...['cert.pem', 'key.pem', '127.0.0.1:8089', ''],
      ),
    );
    expect(out).toContain('does not belong to the first certificate');
    expect(out).toMatch(/ok: \S+cert\.pem, valid until /);
    expect(exitCode).toBe(0);
    expect(read(bench)).toContain('tls_key = "key.pem"\n');
  });

  test('replaces no file without being told to; keeps a copy, and the settings that it does not ask for', async () => {
    using bench = openBench();
    const earlier = 'relay_limit = 7\nbase_url = "http://old.example"\nreserved_names = ["king"]\n';
    writeFileSync(fileOf(bench), earlier);
    const refused = await bench.run(['setup'], lines('no', LOCAL, '127.0.0.1:8089', ''));
    expect([refused.exitCode, refused.err]).toEqual([
      1,
      expect.stringContaining('Nothing was written.'),
    ]);
    expect(read(bench)).toBe(earlier);
    const { out } = await bench.run(['setup'], lines('yes', LOCAL, '127.0.0.1:8089', ''));
    expect(read(bench)).toContain('relay_limit = 7\n');
    expect(read(bench)).toContain('reserved_names = ["king"]\n');
    expect(read(bench)).toContain(`base_url = "${LOCAL}"\n`);
    const copy = /the previous file is (\S+)\)/.exec(out)?.[1] ?? '';
    expect(readFileSync(copy, 'utf8')).toBe(earlier);
    expect(readdirSync(bench.folder)).toHaveLength(2);
  });

  const unfinished: [string, Parameters<Bench['run']>[1], number, RegExp][] = [
    ['nobody answers', {}, 2, /Run it in a terminal, or give the answers on the standard input/],
    ['the answers end', lines(LOCAL), 1, /The answers ended too early\. Nothing was written\./],
    ['somebody breaks off', { answers: [LOCAL, undefined] }, 1, /Nothing was written\./],
  ];
  test.each(unfinished)('writes nothing where %s', async (_, person, exitCode, said) => {
    using bench = openBench();
    const outcome = await bench.run(['setup'], person);
    expect([outcome.exitCode, outcome.err]).toEqual([exitCode, expect.stringMatching(said)]);
    expect(readdirSync(bench.folder)).toEqual([]);
  });

  test('names what wins over the file, and shows the link where there is a database', async () => {
    using bench = openBench();
    await bench.out(['account', 'create', 'Al', '--email', 'al@example.net']);
    const { out } = await bench.run(['setup'], {
      ...lines(LOCAL, '127.0.0.1:8089', ''),
      env: { MUSTER_LISTEN: ':8088' },
    });
    expect(out).toContain('MUSTER_LISTEN overrides listen in this file');
    expect(out).toMatch(/^http:\/\/localhost:8089\/acc\/first-administrator\/[\w-]{43}\/$/m);
  });
});
