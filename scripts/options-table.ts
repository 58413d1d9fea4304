// Renders the options for people and rewrites docs/configuration.md and deploy/muster.toml: `bun scripts/options-table.ts`.

import { describeFallback, OPTIONS, type Option } from '../src/app/options.ts';
import { envName, fileEnvName, flagName } from '../src/platform/config/option-names.ts';

const START = '<!-- options -->';
const END = '<!-- /options -->';

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|');
}

/** What names the option in the table: its key, from which flag and variable follow, and what does not follow from it. */
function namesOf({ key, isSecret }: Option): string[] {
  if (key === 'config') return [flagName(key), envName(key)];
  return isSecret ? [key, fileEnvName(key)] : [key];
}

/** The table of all options in Markdown, without a line break at its end. */
export function renderOptionsTable(): string {
  const rows = OPTIONS.map((option) => {
    const fallback = describeFallback(option);
    const cells = [
      namesOf(option)
        .map((name) => `\`${name}\``)
        .join(', '),
      option.fallbackNote === undefined ? `\`${fallback}\`` : fallback,
      option.needsRestart ? 'restart' : 'SIGHUP',
      option.help,
    ];
    return `| ${cells.map(escapeCell).join(' | ')} |`;
  });
  return ['| setting | default | changed by | what it is |', '|---|---|---|---|', ...rows].join(
    '\n',
  );
}

/** The page with its table rewritten; `undefined` when it has no place for one. */
export function replaceOptionsTable(page: string): string | undefined {
  const start = page.indexOf(START);
  const end = page.indexOf(END);
  if (start < 0 || end < start) return undefined;
  return `${page.slice(0, start + START.length)}\n${renderOptionsTable()}\n${page.slice(end)}`;
}

const EXAMPLE_HEAD = `# Settings of Muster. Copy this file to muster.toml in the folder that Muster starts in, or name it with
# --config. Every line is commented out and shows the default, or what kind of value belongs there.
# A flag wins over an environment variable, a variable over this file. Check it: muster config print
# "reload" beside a setting means that systemctl reload muster (SIGHUP) applies a change; the others
# need a restart. Secrets may stand in files of their own: MUSTER_SMTP_URL_FILE=/path.`;

/** The example settings file: every option with its sentence, its default and how a change is applied. */
export function renderExampleFile(): string {
  const parts = OPTIONS.filter(({ key }) => key !== 'config').map((option) => {
    const fallback = describeFallback(option);
    const facts = [
      ...(fallback === '' ? [] : [`Default: ${fallback}`]),
      envName(option.key),
      option.needsRestart ? 'restart' : 'reload',
    ];
    return `# ${option.help}\n# ${facts.join('; ')}.\n#${option.key} = ${exampleValue(option)}`;
  });
  return `${[EXAMPLE_HEAD, ...parts].join('\n\n')}\n`;
}

function exampleValue({ isList, fallback, argument }: Option): string {
  const text = fallback ?? `<${argument}>`;
  if (isList) {
    const items = (fallback ?? '').split(', ').filter((item) => item !== '');
    return `[${items.map((item) => JSON.stringify(item)).join(', ')}]`;
  }
  return /^(?:true|false|\d+)$/.test(text) ? text : JSON.stringify(text);
}

if (import.meta.main) {
  await Bun.file(new URL('../deploy/muster.toml', import.meta.url)).write(renderExampleFile());
  const file = Bun.file(new URL('../docs/configuration.md', import.meta.url));
  const replaced = replaceOptionsTable(await file.text());
  if (replaced === undefined) throw new Error(`docs/configuration.md has no ${START} … ${END}.`);
  await file.write(replaced);
}
