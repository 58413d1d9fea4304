// Makes the README's table of options, and rewrites it there: `bun src/config/readme-table.ts`.

import { describeFallback, envName, fileEnvName, flagName, OPTIONS } from './options.ts';

const START = '<!-- options -->';
const END = '<!-- /options -->';

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|');
}

/** The table of all options in Markdown, without a line break at its end. */
export function renderOptionsTable(): string {
  const rows = OPTIONS.map((option) => {
    const fallback = describeFallback(option);
    const cells = [
      option.key === 'config' ? '' : `\`${option.key}\``,
      option.isSecret
        ? `\`${envName(option.key)}\`, or a file that holds it: \`${fileEnvName(option.key)}\``
        : `\`${envName(option.key)}\``,
      `\`${flagName(option.key)}\``,
      option.fallbackNote === undefined ? `\`${fallback}\`` : fallback,
      option.reloads ? 'SIGHUP' : 'restart',
      option.help,
    ];
    return `| ${cells.map(escapeCell).join(' | ')} |`;
  });
  return [
    '| file | environment | flag | default | changed by | what it is |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

/** The README with its table made anew; `undefined` when it has no place for one. */
export function replaceOptionsTable(readme: string): string | undefined {
  const start = readme.indexOf(START);
  const end = readme.indexOf(END);
  if (start < 0 || end < start) return undefined;
  return `${readme.slice(0, start + START.length)}\n${renderOptionsTable()}\n${readme.slice(end)}`;
}

if (import.meta.main) {
  const file = Bun.file(new URL('../../README.md', import.meta.url));
  const replaced = replaceOptionsTable(await file.text());
  if (replaced === undefined) throw new Error(`README.md has no ${START} … ${END}.`);
  await file.write(replaced);
}
