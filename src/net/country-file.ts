// Watches the operator's own GeoLite2 or GeoIP2 file and reads it again when it changes.

import { stat } from 'node:fs/promises';
import { type FindCountryCode, readCountryDatabase } from './country-reader.ts';

/** What is told about the file. `message` is a sentence for the operator. */
export interface CountryFileEvents {
  onReload(path: string): void;
  onFailure(message: string): void;
}

/** The operator's file while it is watched. */
export interface CountryFile {
  findCode: FindCountryCode;
  /**
   * Reads the file again when it changed and has stood still since the last call. A file that cannot
   * be used is reported once, and the countries read before stay in use. Never rejects.
   */
  checkForChange(): Promise<void>;
}

/** Reads the file. Throws `invalid` when it cannot be used. */
export async function openCountryFile(
  path: string,
  events: CountryFileEvents,
): Promise<CountryFile> {
  // Taken before the reading: what is written meanwhile is a change for the next check.
  let settled = await readSignature(path);
  let pending: string | undefined;
  let findCode = await readCountryDatabase(path);
  let isChecking = false;

  async function reload(): Promise<void> {
    try {
      findCode = await readCountryDatabase(path);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      events.onFailure(`${reason} The countries read before stay in use.`);
      return;
    }
    events.onReload(path);
  }

  async function check(): Promise<void> {
    const seen = await readSignature(path);
    // A file that is written in place is not whole at once: it has to stand still for one round.
    const isStill = seen === pending;
    pending = seen === settled || isStill ? undefined : seen;
    if (!isStill) return;
    settled = seen;
    await reload();
  }

  return {
    findCode: (ip) => findCode(ip),
    async checkForChange() {
      if (isChecking) return;
      isChecking = true;
      try {
        await check();
      } finally {
        isChecking = false;
      }
    },
  };
}

/** Differs when the file was written to or replaced; the inode tells a replacement of equal size. */
async function readSignature(path: string): Promise<string> {
  const facts = await stat(path).catch(() => undefined);
  return facts === undefined ? 'missing' : `${facts.ino} ${facts.size} ${facts.mtimeMs}`;
}
