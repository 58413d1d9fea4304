// The names of a setting: in the file, as a flag, and as an environment variable.

export function camelCase(key: string): string {
  return key.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** The environment variable of an option: `MUSTER_BASE_URL`. */
export function envName(key: string): string {
  return `MUSTER_${key.toUpperCase()}`;
}

/** The environment variable for a file with a secret's value: `MUSTER_SMTP_URL_FILE`. */
export function fileEnvName(key: string): string {
  return `${envName(key)}_FILE`;
}

/** The flag of an option: `--base-url`. */
export function flagName(key: string): string {
  return `--${key.replaceAll('_', '-')}`;
}
