// The operator's certificate: what is read, what is refused and why, and whether clients will trust it.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { Failure } from '../../../src/platform/lib/failure.ts';
import { tell } from '../../../src/platform/lib/finding.ts';
import { listDoubts, readCertificate } from '../../../src/platform/net/certificate.ts';
import { openCertificateFiles } from '../../../src/platform/net/certificate-files.ts';
import { stateOf } from '../../../src/platform/ops/readiness.ts';
import { type CertificateWish, makeCertificate } from '../../support/certificates.ts';
import { createReporter } from '../../support/reporter.ts';

const NOW = Date.UTC(2026, 5, 1);
const [CERT, KEY] = [['fullchain.pem'], ['privkey.pem']];
const BOTH = [...CERT, ...KEY];

let folder: string;
let certPath: string;
let keyPath: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'muster-certificate-'));
  certPath = join(folder, 'fullchain.pem');
  keyPath = join(folder, 'privkey.pem');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes a pair; the parts given replace what was made. */
function write(wish: CertificateWish = {}, instead: { cert?: string; key?: string } = {}) {
  const made = { ...makeCertificate(wish), ...instead };
  writeFileSync(certPath, made.cert);
  writeFileSync(keyPath, made.key);
  return made;
}

/** Writes a pair, and says again which of its files is meant. */
function writeTo(path: string): string {
  write();
  return path;
}

const read = () => readCertificate({ certPath, keyPath });

describe('a pair', () => {
  test('is read unchanged', async () => {
    const made = write({ validUntil: new Date('2030-01-01T00:00:00Z') });
    const { cert, key, validUntil } = await read();
    expect({ cert, key }).toEqual(made);
    expect(validUntil).toBe(Date.UTC(2030, 0, 1));
  });

  test('may include the chain, with text between its blocks', async () => {
    const { cert } = write();
    writeFileSync(certPath, `the service\n${cert}\nits issuer\n${makeCertificate().cert}`);
    await read();
  });

  test.each([
    ['glued together without a line break', (pem: string) => pem.replaceAll('-\n-', '--')],
    ['with the line ends of an old Mac', (pem: string) => pem.replaceAll('\n', '\r')],
    ['with those of Windows', (pem: string) => pem.replaceAll('\n', '\r\n')],
    ['behind a byte order mark', (pem: string) => `\uFEFF${pem}`],
    ['without a last line break', (pem: string) => pem.trimEnd()],
    ['behind spaces', (pem: string) => `  ${pem}`],
  ])('is served as TLS reads it, however its parts are written: %s', async (_what, alter) => {
    const [own, issuer] = [makeCertificate(), makeCertificate()];
    writeFileSync(certPath, alter(own.cert + issuer.cert));
    writeFileSync(keyPath, alter(issuer.cert + own.key + issuer.cert));
    const { cert, key } = await read();
    expect({ cert, key }).toEqual({ cert: own.cert + issuer.cert, key: own.key });
    createSecureContext({ cert, key });
  });

  test.each([
    [
      'a key of another certificate',
      () => write({}, { key: makeCertificate().key }),
      'belong',
      BOTH,
    ],
    ['an empty certificate', () => write({}, { cert: '' }), 'not a complete certificate', CERT],
    [
      'a key for a certificate',
      () => write({}, { cert: makeCertificate().key }),
      'not a complete certificate',
      CERT,
    ],
    ['a cut certificate', () => truncateSync(writeTo(certPath), 300), 'not a complete', CERT],
    ['a cut key', () => truncateSync(writeTo(keyPath), 100), 'not a complete private key', KEY],
    ['a key with a passphrase', () => write({ passphrase: 'secret' }), 'passphrase', KEY],
    [
      'a certificate for a key',
      () => write({}, { key: makeCertificate().cert }),
      'not a complete private key',
      KEY,
    ],
    [
      'a key of a kind that TLS does not use',
      () => write({ namedCurve: 'secp224r1' }),
      'TLS cannot use',
      BOTH,
    ],
    ['no key file', () => rmSync(writeTo(keyPath)), 'cannot be read', KEY],
    [
      'a huge file',
      () => write({}, { cert: 'x'.repeat(1024 * 1024 + 1) }),
      'larger than 1 MiB',
      CERT,
    ],
  ] as [string, () => unknown, string, string[]][])('is refused: %s', async (...row) => {
    const [, prepare, hint, files] = row;
    prepare();
    const error = await read().catch((thrown) => thrown);
    expect(error).toBeInstanceOf(Failure);
    expect(error.kind).toBe('invalid');
    expect(error.message).toContain(hint);
    // The operator looks into what is named, and into nothing else.
    for (const name of BOTH) {
      expect(error.message.includes(join(folder, name)), name).toBe(files.includes(name));
    }
  });
});

describe('doubts', () => {
  const at = (text: string) => new Date(`${text}T00:00:00Z`);

  test.each([
    ['none for the right name', {}, 'https://localhost:8080', []],
    ['none for the right address', {}, 'https://127.0.0.1', []],
    ['none for a wildcard', { names: ['*.example.net'] }, 'https://play.example.net', []],
    ['another name', {}, 'https://play.example.net', [/not for play.example.net/]],
    ['another address', {}, 'https://127.0.0.2', [/not for 127.0.0.2/]],
    ['IPv6', {}, 'https://[2001:db8::1]:8443', [/not for 2001:db8::1/]],
    ['too early', { validFrom: at('2027-01-01') }, 'https://localhost', [/not valid before 2027/]],
    ['expired', { validUntil: at('2026-05-31') }, 'https://localhost', [/expired at 2026-05-31/]],
    ['soon', { validUntil: at('2026-06-07') }, 'https://localhost', [/expires at 2026-06-07/]],
    ['not so soon', { validUntil: at('2026-06-09') }, 'https://localhost', []],
    [
      'not so soon for six days',
      { validFrom: at('2026-05-29'), validUntil: at('2026-06-04') },
      'https://localhost',
      [],
    ],
  ] as [string, CertificateWish, string, RegExp[]][])(
    '%s',
    async (_what, wish, baseUrl, wanted) => {
      write(wish);
      const doubts = listDoubts(await read(), { baseUrl, now: NOW });
      expect(doubts.map((doubt) => tell(doubt).message)).toEqual(
        wanted.map((pattern) => expect.stringMatching(pattern)),
      );
    },
  );
});

describe('the watch', () => {
  async function openWatched() {
    const heard: string[] = [];
    const used: string[] = [];
    let look: () => Promise<void> = () => Promise.reject(new Error('Nothing is watched.'));
    let refuse: string | undefined;
    const files = await openCertificateFiles({
      paths: { certPath, keyPath },
      baseUrl: () => 'https://localhost',
      now: () => NOW,
      report: createReporter({
        certificate_renewed: ({ validUntil }) => heard.push(`renewed ${validUntil}`),
        certificate_failed: ({ reason }) => heard.push(`failed ${reason}`),
        certificate_doubted: ({ reason }) => heard.push(`doubted ${reason}`),
      }),
      repeat: (task) => {
        look = task;
        return () => {
          look = () => Promise.resolve();
        };
      },
    });
    files.watch(({ cert }) => {
      if (refuse !== undefined) throw new Error(refuse);
      used.push(cert);
    });
    return {
      ...{ heard, used, files },
      refuse: (reason: string) => {
        refuse = reason;
      },
      looks: async (count: number) => {
        for (let round = 0; round < count; round += 1) await look();
      },
    };
  }

  test('reads at once on request, and passes on no equal pair', async () => {
    write();
    const { heard, used, files } = await openWatched();
    expect(await files.reloadNow()).toBe(true);
    expect([...heard, ...used]).toEqual([]);
    write({ validUntil: new Date('2031-01-01') });
    expect(await files.reloadNow()).toBe(true);
    expect(used).toHaveLength(1);
    writeFileSync(keyPath, 'no key');
    expect(await files.reloadNow()).toBe(false);
    expect(heard.at(-1)).toContain('stays in use');
  });

  test('passes a renewed pair on, once', async () => {
    write();
    const { heard, used, looks } = await openWatched();
    const { cert } = write({ validUntil: new Date('2031-01-01') });
    await looks(5);
    expect(used).toEqual([cert]);
    expect(heard).toEqual(['renewed 2031-01-01T00:00:00.000Z']);
  });

  test.each([
    ['half a pair', () => writeFileSync(certPath, makeCertificate().cert), 'does not belong'],
    ['half a file', () => truncateSync(certPath, 200), 'not a complete'],
    ['no file', () => rmSync(keyPath), 'cannot be read'],
  ])(
    'tells of %s once, keeps the one before, and takes the good one that follows',
    async (_, spoil, hint) => {
      write();
      const { heard, used, looks } = await openWatched();
      spoil();
      await looks(5);
      expect(heard).toEqual([expect.stringContaining(hint)]);
      expect(heard[0]).toEndWith('The previous certificate stays in use.');
      expect(used).toEqual([]);
      const { cert } = write();
      await looks(2);
      expect(used).toEqual([cert]);
    },
  );

  test('reports why the runtime refuses a certificate', async () => {
    write();
    const { heard, refuse, looks } = await openWatched();
    refuse('The runtime does not know this curve.');
    write();
    await looks(2);
    expect(heard).toEqual([expect.stringContaining('does not know this curve')]);
  });

  test('reports what clients will not trust, at the start and after a renewal', async () => {
    write({ names: ['other.example'] });
    const { heard, looks } = await openWatched();
    expect(heard).toEqual([expect.stringContaining('not for localhost')]);
    write({ validUntil: new Date('2026-01-01') });
    await looks(2);
    expect(heard.slice(1)).toEqual([
      'renewed 2026-01-01T00:00:00.000Z',
      expect.stringContaining('expired'),
    ]);
  });

  test('reports again what is wrong with the one in use', async () => {
    write({ names: ['other.example'] });
    const { heard, files, looks } = await openWatched();
    files.review();
    expect(heard).toHaveLength(2);
    write();
    await looks(2);
    heard.length = 0;
    files.review();
    expect(heard).toEqual([]);
  });

  test('says for /readyz what is wrong with the one in use, and with one that cannot be used', async () => {
    write({ validUntil: new Date('2026-06-07') });
    const { files, looks } = await openWatched();
    expect(stateOf(files.check())).toEqual({
      status: 'degraded',
      message: expect.stringMatching(/^The certificate expires at \S+ Check why/),
    });
    write();
    await looks(2);
    expect(stateOf(files.check()).status).toBe('ok');
    rmSync(keyPath);
    await looks(2);
    const { status, message } = stateOf(files.check());
    expect([status, message]).toEqual(['degraded', expect.stringContaining('The log shows why')]);
    expect(message).not.toContain(folder);
  });

  test('ends with the files', async () => {
    write();
    const { files, used, looks } = await openWatched();
    files[Symbol.dispose]();
    write();
    await looks(3);
    expect(used).toEqual([]);
  });
});
