// The list for verified players with a gap for each mppass: what all of them get alike is made once.

import { randomBytes } from 'node:crypto';
import { uptimeSeconds } from './live-server.ts';
import { computeMppass } from './mppass.ts';
import type { ListFormat, ListSnapshot } from './ready-list.ts';

/** Bytes of a whole list, and where in them the mppass of each server goes. */
export interface PlayerTemplate {
  readonly snapshot: ListSnapshot;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly gaps: Uint32Array;
}

/** Stands where an mppass goes; of the same length, and nothing that a server could have in its name. */
const GAP = randomBytes(16).toString('hex');

/** Makes the template of a snapshot. Lists are pure ASCII, so that characters count as bytes. */
export function createPlayerTemplate(snapshot: ListSnapshot, format: ListFormat): PlayerTemplate {
  const { servers, madeAt } = snapshot;
  const text = format.write(
    servers.map(({ listing }) => format.describeFor(listing, uptimeSeconds(listing, madeAt), GAP)),
  );
  const gaps = new Uint32Array(servers.length);
  let end = 0;
  for (let index = 0; index < gaps.length; index += 1) {
    gaps[index] = text.indexOf(GAP, end);
    end = (gaps[index] ?? 0) + GAP.length;
  }
  return { snapshot, bytes: new TextEncoder().encode(text), gaps };
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
