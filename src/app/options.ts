// The options of all modules in one table. Flags, environment, file, `--help`, `config print`, `Settings` and
// docs/configuration.md come from it.

import { join } from 'node:path';
import { settings as account } from '../modules/account/settings.ts';
import { settings as backups } from '../modules/backups/settings.ts';
import { settings as email } from '../modules/email/settings.ts';
import { settings as heartbeat } from '../modules/heartbeat/settings.ts';
import { settings as list } from '../modules/list/settings.ts';
import { settings as mirrors } from '../modules/mirrors/settings.ts';
import { settings as moderation } from '../modules/moderation/settings.ts';
import { settings as registry } from '../modules/registry/settings.ts';
import { settings as relay } from '../modules/relay/settings.ts';
import { launcherSettings, settings as site } from '../modules/site/settings.ts';
import { settings as statistics } from '../modules/statistics/settings.ts';
import { settings as twoFactor } from '../modules/two-factor/settings.ts';
import { settings as webClient } from '../modules/web-client/settings.ts';
import { settings as webhooks } from '../modules/webhooks/settings.ts';
import {
  listOptions,
  type SettingsOf,
  settingsOf,
  type ValuesOf,
} from '../platform/config/option-table.ts';
import {
  countrySettings,
  logSettings,
  metricsSettings,
  type PlatformSettings,
  placeSettings,
  tlsOf,
} from '../platform/config/settings.ts';
import type { Joined, OptionalCommandLine } from '../platform/module/description.ts';
import * as optional from './optional-command-line.ts';

const optionalModules: readonly OptionalCommandLine[] = Object.values(optional);
const optionalSettings: Joined<typeof optional, 'settings'> = Object.assign(
  {},
  ...optionalModules.map(({ settings }) => settings),
);

/** The docs list the options in this order. */
const TABLE = {
  ...placeSettings,
  ...registry,
  ...backups,
  ...heartbeat,
  ...countrySettings,
  ...moderation,
  ...list,
  ...mirrors,
  ...webhooks,
  ...relay,
  ...site,
  ...account,
  ...email,
  ...metricsSettings,
  ...webClient,
  ...statistics,
  ...launcherSettings,
  ...twoFactor,
  ...optionalSettings,
  ...logSettings,
};

export const OPTIONS = listOptions(TABLE);

export type OptionKey = keyof typeof TABLE;

export type OptionValues = ValuesOf<typeof TABLE>;

/** The settings of all modules. `relayMessageLimit` is in bytes. */
export interface Settings
  extends SettingsOf<typeof TABLE>,
    Pick<PlatformSettings, 'baseUrl' | 'isBaseUrlConfigured' | 'tls'> {
  verification: NonNullable<OptionValues['verification']>;
  backupFolder: string;
}

export function toSettings(values: OptionValues, baseUrl: string): Settings {
  return {
    ...settingsOf(TABLE, values),
    baseUrl,
    isBaseUrlConfigured: values.base_url !== undefined,
    tls: tlsOf(values),
    verification: values.verification ?? defaultVerification(values),
    backupFolder: values.backup_folder ?? join(values.data, 'backups'),
  };
}

/** Without email, only an administrator can verify accounts. */
function defaultVerification({ smtp_url, development }: OptionValues): Settings['verification'] {
  return smtp_url !== undefined || development ? 'mail' : 'administrator';
}
