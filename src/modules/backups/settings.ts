// The settings of the module: when backups are made, where, and how long they are kept.

import type { OptionTable, SettingsOf } from '../../platform/config/option-table.ts';
import type { PlatformSettings } from '../../platform/config/settings.ts';
import { durationOrOff, path, readableFile, whole } from '../../platform/config/values.ts';
import { HOUR_MS } from '../../platform/lib/clock.ts';

export const settings = {
  least_free_disk: {
    type: whole('number', 0, 100_000_000),
    setting: 'leastFreeDiskMib',
    fallback: '256',
    help: 'Free disk space in MiB below which /readyz says "degraded"; 0 for never.',
  },
  backup_every: {
    type: durationOrOff(1_000, 10_000 * HOUR_MS),
    setting: 'backupEveryMs',
    fallback: '24h',
    help: 'How often the running service backs up its database (s, m or h), or off.',
  },
  backup_folder: {
    type: path('folder'),
    setting: null,
    fallbackNote: 'backups in the data folder',
    needsRestart: true,
    help: 'Folder for backups. It has to exist, unless it is in the data folder.',
  },
  backup_keep: {
    type: whole('number', 1, 100_000),
    fallback: '7',
    help: 'Maximum number of backups to keep, and of copies from before upgrades and restores. Older ones are removed.',
  },
  backup_keep_days: {
    type: whole('days', 0, 36_500),
    fallback: '30',
    help: 'Days after which a backup, or a copy from before an upgrade or restore, is removed, except the newest one; 0 keeps them.',
  },
  backup_command: {
    type: readableFile(),
    help: 'Program to run after each backup, with the path of the backup as its argument, such as a script that copies it elsewhere.',
  },
} as const satisfies OptionTable;

export interface BackupSettings
  extends SettingsOf<typeof settings>,
    Pick<PlatformSettings, 'dataFolder'> {
  backupFolder: string;
}
