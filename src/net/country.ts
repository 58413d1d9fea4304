// Finds the country of a server's address: from the operator's file, or else from embedded data.

import { isIpv4 } from '../lib/address.ts';
import { isUnroutable } from '../lib/unroutable.ts';
import type { CountryLookup } from '../servers/ports.ts';
import { type CountryFileEvents, openCountryFile } from './country-file.ts';
import { findEmbeddedCountry } from './embedded-countries.ts';
import { keepWatching, type Reloadable, type Repeat } from './settled-files.ts';

// C5.4
const UNKNOWN = 'T1';
const CODE = /^[A-Z]{2}$/;

/** Where countries come from. */
export interface CountryLookupOptions extends CountryFileEvents {
  /** The operator's GeoLite2 or GeoIP2 Country or City file; `undefined` for the embedded data. */
  databasePath: string | undefined;
  /** Watches the file; a timer that does not keep the process alive unless a test turns it by hand. */
  repeat?: Repeat;
}

/**
 * Opens the lookup. It answers for IPv4 alone, which is all that servers have. Throws `invalid` when
 * the operator's file cannot be used; once open, a broken new file is reported and not taken.
 */
export async function openCountryLookup(
  options: CountryLookupOptions,
): Promise<CountryLookup & Reloadable & Disposable> {
  const { databasePath, repeat } = options;
  if (databasePath === undefined) {
    const findCountry = createFindCountry(findEmbeddedCountry);
    return { findCountry, reloadNow: undefined, [Symbol.dispose]() {} };
  }
  const file = await openCountryFile(databasePath, options);
  const stop = keepWatching(file, repeat);
  const { findCode, reloadNow } = file;
  return { findCountry: createFindCountry(findCode), reloadNow, [Symbol.dispose]: stop };
}

function createFindCountry(findCode: (ip: string) => string | undefined) {
  return (ip: string): string => {
    // Databases name countries for reserved blocks too: 203.0.113.0/24 is "AU" in the embedded one.
    if (!isIpv4(ip) || isUnroutable(ip)) return UNKNOWN;
    const code = findCode(ip);
    return code !== undefined && CODE.test(code) ? code : UNKNOWN;
  };
}
