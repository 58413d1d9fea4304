// German names of devices, by the English ones that they were given when they logged in.

/** `Firefox on Windows` is `Firefox unter Windows`; what is not known stays as it is. */
export function describeDevice(label: string): string {
  if (label === '' || label === 'Unknown device') return 'Unbekanntes Gerät';
  return label
    .replace(/^ClassiCube launcher\b/, 'ClassiCube-Launcher')
    .replace(/ on (?=(?:iPad|iPhone)$)/, ' auf dem ')
    .replace(/ on (?=(?:Windows|Android|ChromeOS|macOS|Linux)$)/, ' unter ');
}
