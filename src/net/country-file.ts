// Watches the operator's own GeoLite2 or GeoIP2 file and reads it again when it changes.

import { reasonOf } from '../lib/failure.ts';
import { type FindCountryCode, readCountryDatabase } from './country-reader.ts';
import { type SettledFiles, watchSettled } from './settled-files.ts';

/** What is told about the file. `message` is a sentence for the operator. */
export interface CountryFileEvents {
  onReload(path: string): void;
  onFailure(message: string): void;
}

/**
 * The operator's file while it is watched. A file that cannot be used is reported once, and the
 * countries read before stay in use.
 */
export interface CountryFile extends SettledFiles {
  findCode: FindCountryCode;
}

/** Reads the file. Throws `invalid` when it cannot be used. */
export async function openCountryFile(
  path: string,
  events: CountryFileEvents,
): Promise<CountryFile> {
  // Begun before the reading: what is written meanwhile is a change for the next check.
  const files = await watchSettled([path], reload);
  let findCode = await readCountryDatabase(path);

  async function reload(): Promise<boolean> {
    try {
      findCode = await readCountryDatabase(path);
    } catch (error) {
      events.onFailure(`${reasonOf(error)} The countries read before stay in use.`);
      return false;
    }
    events.onReload(path);
    return true;
  }

  return { ...files, findCode: (ip) => findCode(ip) };
}
