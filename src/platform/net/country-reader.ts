// Reads a GeoLite2 or GeoIP2 file, which maps addresses to countries.

import { readFile } from 'node:fs/promises';
import type { ReaderModel } from '@maxmind/geoip2-node';
import { Failure, reasonOf } from '../lib/failure.ts';
import { doctorFindings as texts } from '../messages/findings.ts';

/** Addresses from the whole range: when the tree of a file is damaged, some of them fail. */
const TRIAL_ADDRESSES = '1.1.1.1 8.8.8.8 41.0.0.1 80.80.80.80 193.0.6.139 200.1.1.1'.split(' ');

/** The country code of a dotted IPv4 address; `undefined` when unknown. Never throws. */
export type FindCountryCode = (ip: string) => string | undefined;

/** Reads a whole Country or City file into memory. Throws `invalid` when it is unusable. */
export async function readCountryDatabase(path: string): Promise<FindCountryCode> {
  const bytes = await readBytes(path);
  // Imported only when needed: the library would add 20 ms to the service's start.
  const { AddressNotFoundError, BadMethodCallError, Reader } = await import('@maxmind/geoip2-node');

  function find(reader: ReaderModel, kind: 'country' | 'city', ip: string): string | undefined {
    try {
      return reader[kind](ip).country?.isoCode;
    } catch (error) {
      if (error instanceof AddressNotFoundError) return undefined;
      throw error;
    }
  }

  /** Which call of the library fits this file; the library refuses any other. */
  function kindOf(reader: ReaderModel): 'country' | 'city' {
    try {
      find(reader, 'country', '1.1.1.1');
      return 'country';
    } catch (error) {
      if (error instanceof BadMethodCallError) return 'city';
      throw error;
    }
  }

  try {
    const reader = Reader.openBuffer(bytes);
    const kind = kindOf(reader);
    for (const ip of TRIAL_ADDRESSES) find(reader, kind, ip);
    return (ip) => {
      try {
        return find(reader, kind, ip);
      } catch {
        // Damage in a part of the file that no trial address reaches.
        return undefined;
      }
    };
  } catch (error) {
    const isOtherKind = error instanceof BadMethodCallError;
    throw unusable(
      path,
      () => (isOtherKind ? texts.countriesOtherKind : texts.countriesDamaged),
      error,
    );
  }
}

/** When a GeoLite2 or GeoIP2 file was made. Throws `invalid` when it is unusable. */
export async function readCountryDate(path: string): Promise<Date> {
  const bytes = await readBytes(path);
  const { Reader } = await import('mmdb-lib');
  try {
    return new Reader(bytes).metadata.buildEpoch;
  } catch (error) {
    throw unusable(path, () => texts.countriesDamaged, error);
  }
}

function readBytes(path: string): Promise<Buffer> {
  return readFile(path).catch((error: unknown) => {
    throw unusable(path, () => reasonOf(error), error);
  });
}

function unusable(path: string, reason: () => string, cause: unknown): Failure {
  return new Failure('invalid', () => texts.countriesUnusable(path, reason()), { cause });
}
