// The settings that the checks read, including those of other modules.

import type { SettingsOf } from '../../platform/config/option-table.ts';
import type { PlatformSettings } from '../../platform/config/settings.ts';
import type { BackupSettings } from '../backups/settings.ts';
import type { settings as email } from '../email/settings.ts';
import type { settings as heartbeat } from '../heartbeat/settings.ts';
import type { settings as relay } from '../relay/settings.ts';
import type { launcherSettings, settings as site } from '../site/settings.ts';
import type { settings as webClient } from '../web-client/settings.ts';

export interface DoctorSettings
  extends PlatformSettings,
    BackupSettings,
    SettingsOf<typeof email>,
    SettingsOf<typeof heartbeat>,
    SettingsOf<typeof relay>,
    SettingsOf<typeof site>,
    SettingsOf<typeof launcherSettings>,
    SettingsOf<typeof webClient> {
  readonly mirrors: readonly string[];
}
