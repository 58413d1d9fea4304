// Finds the country of a server's address, in the operator's file or else in the embedded database.

import { readFileSync } from 'node:fs';
import embeddedPath from '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country-ipv4.mmdb' with {
  type: 'file',
};
import { Reader, type Response } from 'mmdb-lib';
import { isIpv4 } from '../lib/address.ts';
import { reasonOf } from '../lib/failure.ts';
import {
  type Reloadable,
  type Repeat,
  signatureOfFiles,
  watchSettled,
} from '../lib/settled-files.ts';
import { isUnroutable } from '../lib/unroutable.ts';
import { type FindCountryCode, readCountryDatabase } from './country-reader.ts';

export interface CountryLookup {
  /** Two capitals, or `T1` for unknown, private and reserved addresses. Never throws. */
  findCountry(ip: string): string;
}

// C5.4
const UNKNOWN = 'T1';
const CODE = /^[A-Z]{2}$/;

/** Opens the lookup, for IPv4 only, as all servers have it. Throws `invalid` when the operator's file is unusable. */
export async function openCountryLookup(options: {
  /** The operator's GeoLite2 or GeoIP2 Country or City file; `undefined` for the embedded database. */
  databasePath: string | undefined;
  /** Watches the file; by default a timer that does not keep the process alive. */
  repeat?: Repeat;
  onReload(path: string): void;
  /** Called once for each change that makes the file unusable. `message` is a sentence for the operator. */
  onFailure(message: string): void;
}): Promise<CountryLookup & Reloadable & Disposable> {
  const { databasePath: path, repeat } = options;
  if (path === undefined) {
    const findCountry = createFindCountry(findEmbeddedCode);
    return { findCountry, reloadNow: undefined, [Symbol.dispose]() {} };
  }
  // The signature is read before the files, so a write during the first read counts as a change.
  const files = await watchSettled(
    () => signatureOfFiles([path]),
    () => reload(path),
  );
  let findCode = await readCountryDatabase(path);

  async function reload(path: string): Promise<boolean> {
    try {
      findCode = await readCountryDatabase(path);
    } catch (error) {
      options.onFailure(`${reasonOf(error)} The previous country data stays in use.`);
      return false;
    }
    options.onReload(path);
    return true;
  }

  const findCountry = createFindCountry((ip) => findCode(ip));
  return { findCountry, reloadNow: files.reloadNow, [Symbol.dispose]: files.keepWatching(repeat) };
}

function createFindCountry(findCode: FindCountryCode) {
  return (ip: string): string => {
    // Databases assign countries to reserved blocks too: 203.0.113.0/24 is "AU" in the embedded one.
    if (!isIpv4(ip) || isUnroutable(ip)) return UNKNOWN;
    const code = findCode(ip);
    return code !== undefined && CODE.test(code) ? code : UNKNOWN;
  };
}

/** A record of the embedded database; the library only declares MaxMind's own records. */
interface EmbeddedRecord {
  country_code?: string;
}

let embedded: Reader<EmbeddedRecord & Response> | undefined;

/** The first call reads the database (3 MB, about 10 ms), so a service that needs no country skips it. */
function findEmbeddedCode(ip: string): string | undefined {
  embedded ??= new Reader<EmbeddedRecord & Response>(readFileSync(embeddedPath));
  return embedded.get(ip)?.country_code;
}
