// The settings that the other modules read, made from the values of the options.

import { join } from 'node:path';
import { OPTIONS, type OptionSettings, type OptionValues } from '../../app/options.ts';

/** All settings, parsed and checked. Paths are absolute, address ranges CIDR texts; `relayMessageLimit` is in bytes. */
export interface Settings extends OptionSettings {
  /** Scheme, host and, where it is not the default, port: `https://play.example.net`. No slash at the end. */
  baseUrl: string;
  /** Whether the operator named the base URL; without that, loopback names are accepted as hosts too. */
  isBaseUrlConfigured: boolean;
  tls: { certPath: string; keyPath: string } | undefined;
  verification: NonNullable<OptionValues['verification']>;
  backupFolder: string;
}

export function toSettings(values: OptionValues, baseUrl: string): Settings {
  const named = OPTIONS.flatMap(({ key, setting }) =>
    setting === null ? [] : [[setting, values[key]] as const],
  );
  return {
    ...(Object.fromEntries(named) as unknown as OptionSettings),
    baseUrl,
    isBaseUrlConfigured: values.base_url !== undefined,
    tls: tlsOf(values),
    verification: values.verification ?? defaultVerification(values),
    backupFolder: values.backup_folder ?? join(values.data, 'backups'),
  };
}

export function tlsOf({ tls_cert: certPath, tls_key: keyPath }: OptionValues): Settings['tls'] {
  return certPath === undefined || keyPath === undefined ? undefined : { certPath, keyPath };
}

/** Without email, only an administrator can verify accounts. */
function defaultVerification({ smtp_url, development }: OptionValues): Settings['verification'] {
  return smtp_url !== undefined || development ? 'mail' : 'administrator';
}
