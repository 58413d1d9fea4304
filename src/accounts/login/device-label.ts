// What to call a device, by the User-Agent that it sends: `Firefox on Windows`.

// The order matters: most browsers name others too, and nearly all name Safari.
const PROGRAMS: readonly (readonly [RegExp, string])[] = [
  [/^ClassiCube\b/, 'ClassiCube launcher'],
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ (?:Mobile\/\w+ )?Safari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

const OTHER_PROGRAM = /^[A-Za-z][A-Za-z0-9 _-]{1,29}(?=\/|$)/;
const READ_AT_MOST = 512;

/** The name for a User-Agent header; at most 40 letters and digits, `Unknown device` when nothing is known. */
export function describeDevice(userAgent: string): string {
  const text = userAgent.slice(0, READ_AT_MOST);
  const program = find(PROGRAMS, text);
  const system = find(SYSTEMS, text);
  if (program !== undefined) return system === undefined ? program : `${program} on ${system}`;
  if (text.startsWith('Mozilla/') || text === '') {
    return system === undefined ? 'Unknown device' : `Browser on ${system}`;
  }
  return OTHER_PROGRAM.exec(text)?.[0].trim() ?? 'Unknown device';
}

function find(table: readonly (readonly [RegExp, string])[], text: string): string | undefined {
  return table.find(([pattern]) => pattern.test(text))?.[1];
}
