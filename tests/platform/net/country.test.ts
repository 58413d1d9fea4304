// Countries from the embedded data and from an operator's file, and what has none.

import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import embeddedPath from '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country-ipv4.mmdb' with {
  type: 'file',
};
import fc from 'fast-check';
import { Reader } from 'mmdb-lib';
import { Failure } from '../../../src/platform/lib/failure.ts';
import { doctorFindings } from '../../../src/platform/messages/findings.ts';
import { openCountryLookup } from '../../../src/platform/net/country.ts';
import { embeddedCountryData } from '../../../src/platform/net/country-data.ts';
import { countryRecord, writeMmdb } from '../../support/mmdb-writer.ts';
import { rounds } from '../../support/rounds.ts';

const folder = mkdtempSync(join(tmpdir(), 'muster-country-'));
afterAll(() => rmSync(folder, { recursive: true }));

let fileCount = 0;
function writeFile(bytes: Uint8Array | string): string {
  const path = join(folder, `${fileCount++}.mmdb`);
  writeFileSync(path, bytes);
  return path;
}

function open(databasePath: string | undefined) {
  return openCountryLookup({
    databasePath,
    onReload: () => {},
    onFailure: () => {},
    repeat: () => () => {},
  });
}

const everywhere = { '0.0.0.0/0': countryRecord('FR') };
// Every reserved range has its own test in `tests/platform/lib/unroutable.test.ts`.
const nowhere: [ip: string, why: string][] = [
  ['10.0.0.1', 'private'],
  ['100.64.0.1', 'behind a carrier’s NAT'],
  ['203.0.113.7', 'documentation'],
  ['2001:4860:4860::8888', 'IPv6, which no server has'],
  ['::ffff:8.8.8.8', 'not in the form that the service writes'],
  ['', 'nothing'],
  ['localhost', 'a name'],
  ['08.8.8.8', 'a leading zero'],
];

describe('the embedded data', () => {
  const known: [ip: string, country: string, whose: string][] = [
    ['8.8.8.8', 'US', 'Google'],
    ['193.0.6.139', 'NL', 'RIPE NCC'],
    ['192.31.43.1', 'US', 'a block next to special ones'],
    ['172.15.255.255', 'US', 'just below the private ones'],
  ];
  test.each(known)('%p is in %p: %s', async (ip, country) => {
    using lookup = await open(undefined);
    expect(lookup.findCountry(ip)).toBe(country);
  });

  // C5.4
  test.each(nowhere)('%p is nowhere: %s', async (ip) => {
    using lookup = await open(undefined);
    expect(lookup.findCountry(ip)).toBe('T1');
  });

  // C5.4
  test('any address and any text has two capitals or T1', async () => {
    using lookup = await open(undefined);
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string()), (ip) => {
        expect(lookup.findCountry(ip)).toMatch(/^(?:[A-Z]{2}|T1)$/);
      }),
      rounds(1_000),
    );
  });

  test('is described as its own file describes it', async () => {
    const { metadata } = new Reader(Buffer.from(await Bun.file(embeddedPath).arrayBuffer()));
    expect(embeddedCountryData.date).toBe(metadata.buildEpoch.toISOString().slice(0, 10));
    expect(embeddedCountryData.name).toContain('geo-whois-asn-country');
  });

  test('is attributed as its licence asks', () => {
    expect(embeddedCountryData.attribution).toContain('nro.net');
    expect(embeddedCountryData.attribution).toContain('Creative Commons Attribution 4.0');
  });
});

describe("an operator's file", () => {
  const types = ['GeoLite2-Country', 'GeoIP2-Country', 'GeoLite2-City', 'GeoIP2-City'];
  test.each(types)('%s answers', async (type) => {
    const path = writeFile(
      writeMmdb(type, {
        '1.0.0.0/8': countryRecord('AU'),
        '1.2.3.0/24': countryRecord('JP'),
        '8.8.8.8/32': countryRecord('US'),
      }),
    );
    using lookup = await open(path);
    const found = ['1.1.1.1', '1.2.3.4', '1.2.4.4', '8.8.8.8', '8.8.8.9'].map(lookup.findCountry);
    expect(found).toEqual(['AU', 'JP', 'AU', 'US', 'T1']);
  });

  test('is used instead of the embedded data, not before it', async () => {
    using lookup = await open(writeFile(writeMmdb('GeoLite2-Country', {})));
    expect(lookup.findCountry('8.8.8.8')).toBe('T1');
  });

  // C5.4
  test('names no country of an address that is nobody’s', async () => {
    using lookup = await open(writeFile(writeMmdb('GeoLite2-Country', everywhere)));
    expect(lookup.findCountry('8.8.8.8')).toBe('FR');
    for (const [ip] of nowhere) expect([ip, lookup.findCountry(ip)]).toEqual([ip, 'T1']);
  });

  const oddRecords: [record: Parameters<typeof writeMmdb>[1][string], why: string][] = [
    [{}, 'an empty record'],
    [{ continent: { code: 'EU', geoname_id: 1 } }, 'a continent only'],
    [{ registered_country: { iso_code: 'DE' } }, 'where it is registered only'],
    [{ country: { geoname_id: 1 } }, 'a country without a code'],
    [countryRecord('fr'), 'small letters'],
    [countryRecord('FRA'), 'three letters'],
    [countryRecord(''), 'an empty code'],
    [{ country: { iso_code: 33 } }, 'a code that is a number'],
    [{ country: 'FR' }, 'a country that is no record'],
  ];
  test.each(oddRecords)('the record %j gives T1: %s', async (record) => {
    const path = writeFile(writeMmdb('GeoLite2-Country', { '9.9.9.9/32': record }));
    using lookup = await open(path);
    expect(lookup.findCountry('9.9.9.9')).toBe('T1');
  });

  const whole = writeMmdb('GeoLite2-Country', everywhere);
  const damaged = doctorFindings.countriesDamaged;
  const unusable: [why: string, bytes: Uint8Array | string, told?: string][] = [
    ['an empty file', ''],
    ['a page in its place', '<html>Sign in to download</html>'],
    ['a packed file', gzipSync(whole)],
    ['half a file', whole.subarray(0, whole.length / 2)],
    ['a damaged tree', Buffer.concat([Buffer.alloc(6, 0xff), whole.subarray(6)])],
    [
      'a database of another kind',
      writeMmdb('GeoLite2-ASN', everywhere),
      doctorFindings.countriesOtherKind,
    ],
  ];
  test.each(unusable)('stops the start when it is %s', async (_why, bytes, described = damaged) => {
    const path = writeFile(bytes);
    const failure = await open(path).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Failure);
    expect(failure).toMatchObject({ kind: 'invalid' });
    expect((failure as Failure).message).toStartWith(
      `The country database ${path} cannot be used: ${described}. `,
    );
    expect((failure as Failure).message).toContain('Country or City');
  });

  test('is read again when it changed; where that fails the countries stay, and it is reported', async () => {
    const databaseOf = (code: string) =>
      writeMmdb('GeoLite2-Country', { '0.0.0.0/0': countryRecord(code) });
    const path = writeFile(databaseOf('FR'));
    const heard: string[] = [];
    let turn: () => Promise<void> = async () => {};
    using lookup = await openCountryLookup({
      databasePath: path,
      onReload: (reloaded) => heard.push(reloaded),
      onFailure: (message) => heard.push(message),
      repeat: (task) => {
        turn = task;
        return () => {};
      },
    });
    writeFileSync(path, `${databaseOf('DE').toString('latin1')} `, 'latin1');
    for (let round = 0; round < 2; round += 1) await turn();
    expect(lookup.findCountry('8.8.8.8')).toBe('DE');
    writeFileSync(path, databaseOf('NL').subarray(0, 40));
    expect(await lookup.reloadNow?.()).toBe(false);
    expect(lookup.findCountry('8.8.8.8')).toBe('DE');
    expect(heard).toEqual([path, expect.stringContaining(path)]);
    expect(heard[1]).toEndWith('The previous country data stays in use.');
  });

  test('stops the start when it is not there, and says so', async () => {
    const failure = await open(join(folder, 'none.mmdb')).catch((error: unknown) => error);
    expect(failure).toMatchObject({ kind: 'invalid' });
    expect((failure as Failure).message).toContain('no such file');
  });
});
