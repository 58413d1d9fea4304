// Measures the free space on the disk of a folder, and finds whether it is enough.

import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { doctorFindings as texts } from '../messages/findings.ts';
import { type Found, warning } from './finding.ts';
import { formatBytes } from './text.ts';

export const MIB = 2 ** 20;

export interface FreeSpace {
  bytes: number;
  /** Whether the file system can hold one more file of any size. */
  takesFiles: boolean;
}

export async function findFreeSpace(
  folder: string,
  read: (path: string) => StatsFs | Promise<StatsFs> = statfs,
): Promise<FreeSpace> {
  const { bavail, bsize, files, ffree } = await read(folder);
  const bytes = bavail * bsize;
  // File systems that do not count their files report 0 for both.
  return { bytes, takesFiles: files === 0 || ffree > 0 };
}

/** Finds whether the disk of the data folder has as much space as `least_free_disk` asks for. */
export async function checkFreeSpace(settings: {
  dataFolder: string;
  leastFreeDiskMib: number;
}): Promise<Found> {
  const { dataFolder, leastFreeDiskMib: leastMib } = settings;
  const { bytes } = await findFreeSpace(dataFolder);
  const free = formatBytes(bytes);
  if (bytes >= leastMib * MIB) return () => texts.diskFree(free, leastMib);
  return warning(() => texts.diskLow(free, leastMib));
}
