// Renders the table of options and rewrites it in docs/configuration.md: `bun src/config/options-table.ts`.

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

/** The page with its table rewritten; `undefined` when it has no place for one. */
export function replaceOptionsTable(page: string): string | undefined {
  const start = page.indexOf(START);
  const end = page.indexOf(END);
  if (start < 0 || end < start) return undefined;
  return `${page.slice(0, start + START.length)}\n${renderOptionsTable()}\n${page.slice(end)}`;
}

if (import.meta.main) {
  const file = Bun.file(new URL('../../docs/configuration.md', import.meta.url));
  const replaced = replaceOptionsTable(await file.text());
  if (replaced === undefined) throw new Error(`docs/configuration.md has no ${START} … ${END}.`);
  await file.write(replaced);
}
