// Reads a GeoLite2 or GeoIP2 file, which tells the country of an address.

import { readFile } from 'node:fs/promises';
import { Reader, type Response } from 'mmdb-lib';
import { Failure, reasonOf } from '../lib/failure.ts';

/** Addresses from the whole range: a file with a damaged tree fails on some of them. */
const TRIAL_ADDRESSES = '1.1.1.1 8.8.8.8 41.0.0.1 80.80.80.80 193.0.6.139 200.1.1.1'.split(' ');

const DAMAGED = 'it is damaged or in another format';

interface CountryRecord {
  country?: { iso_code?: string };
}

/** The country code of a dotted IPv4 address, `undefined` when it is not known. Never throws. */
export type FindCountryCode = (ip: string) => string | undefined;

/** Reads a Country or City file whole into memory. Throws `invalid` when it cannot be used. */
export async function readCountryDatabase(path: string): Promise<FindCountryCode> {
  const reader = await openReader(path);
  if (!/Country|City/.test(reader.metadata.databaseType)) {
    throw unusable(path, 'it is a database of another kind');
  }
  try {
    for (const ip of TRIAL_ADDRESSES) reader.get(ip);
  } catch (error) {
    throw unusable(path, DAMAGED, error);
  }
  return (ip) => {
    try {
      return reader.get(ip)?.country?.iso_code;
    } catch {
      // Damage in a part of the file that no trial address is in.
      return undefined;
    }
  };
}

/** When a GeoLite2 or GeoIP2 file was made. Throws `invalid` when it cannot be used. */
export async function readCountryDate(path: string): Promise<Date> {
  return (await openReader(path)).metadata.buildEpoch;
}

async function openReader(path: string): Promise<Reader<CountryRecord & Response>> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw unusable(path, reasonOf(error), error);
  });
  try {
    return new Reader(bytes);
  } catch (error) {
    throw unusable(path, DAMAGED, error);
  }
}

function unusable(path: string, reason: string, cause?: unknown): Failure {
  const message = `The country database ${path} cannot be used: ${reason}. Use a GeoLite2 or GeoIP2 Country or City file (.mmdb).`;
  return new Failure('invalid', message, { cause });
}
