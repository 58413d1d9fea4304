// The list for verified players with a gap for each mppass: what all of them get alike is made once.

import { computeMppass } from './mppass.ts';
import type { ListFormat, ListSnapshot } from './ready-list.ts';

/** Bytes of a whole list, and where in them the mppass of each server goes. */
export interface PlayerTemplate {
  readonly snapshot: ListSnapshot;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly gaps: Uint32Array;
}

const GAP = '0'.repeat(32);

/** Makes the template of a snapshot. Lists are pure ASCII, so that characters count as bytes. */
export function createPlayerTemplate(snapshot: ListSnapshot, format: ListFormat): PlayerTemplate {
  const gaps = new Uint32Array(snapshot.servers.length);
  let length = format.head.length;
  const records = snapshot.servers.map(({ listing }, index) => {
    const record = snapshot.records[index] + format.closeRecordFor(listing, GAP);
    gaps[index] = length + record.lastIndexOf(GAP);
    length += record.length + 1;
    return record;
  });
  return { snapshot, bytes: new TextEncoder().encode(format.wrap(records)), gaps };
}

/** The list for the account of this name, with the mppasses of the salts as they are now. */
export function fillPlayerTemplate(
  { snapshot, bytes, gaps }: PlayerTemplate,
  accountName: string,
): Uint8Array<ArrayBuffer> {
  const filled = bytes.slice();
  const writer = Buffer.from(filled.buffer);
  for (const [index, server] of snapshot.servers.entries()) {
    writer.write(computeMppass(server.salt, accountName), gaps[index] ?? 0, 'latin1');
  }
  return filled;
}
