// Renders options, commands, events of webhooks and fields of claimed servers for people, and rewrites docs and deploy/muster.toml: `bun scripts/docs-tables.ts`.

import { OPTIONS } from '../src/app/options.ts';
import { createProgram } from '../src/app/program.ts';
import { CLAIM_FIELD_NAMES, claimField } from '../src/modules/claims/index.ts';
import { WEBHOOK_EVENTS } from '../src/modules/webhooks/webhook-events.ts';
import { createProcessIo } from '../src/platform/cli/io.ts';
import { type CommandEntry, listEntries, type Word } from '../src/platform/cli/reference.ts';
import { envName, fileEnvName, flagName } from '../src/platform/config/option-names.ts';
import { describeFallback, type Option } from '../src/platform/config/option-table.ts';

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

/** The table of what webhooks are told, in Markdown, without a line break at its end. */
export function renderEventsTable(): string {
  const rows = Object.entries(WEBHOOK_EVENTS).map(
    ([name, { when, isForOwners }]) =>
      `| \`server.${name}\` | ${when}${isForOwners ? '' : '; webhooks of the site only'} |`,
  );
  return ['| event | when |', '|---|---|', ...rows].join('\n');
}

/** The table of what operators say of their claimed servers, in Markdown, without a line break at its end. */
export function renderClaimFields(): string {
  const rows = CLAIM_FIELD_NAMES.map((name) => {
    const { label, hint = () => 'One from a list.' } = claimField(name);
    return `| ${escapeCell(label())} | ${escapeCell(hint())} | \`${name}\` |`;
  });
  return ['| field | what it takes | in the API |', '|---|---|---|', ...rows].join('\n');
}

const describeWord = ({ spelling, help }: Word): string =>
  `- \`${spelling}\`: ${help.replace(/[*<]/g, '\\$&')}`;

const isFlag = ({ spelling }: Word) => spelling.startsWith('-');

/** A flag that so many commands have is explained once. */
const MANY_COMMANDS = 4;

/** Every command below its heading and its noun, with its arguments and flags, in Markdown. */
export function renderCommands(): string {
  const entries = listEntries(createProgram(createProcessIo()).program);
  const lineCounts = Map.groupBy(
    entries.flatMap(({ words }) => words.filter(isFlag).map(describeWord)),
    (line) => line,
  );
  const isCommon = (word: Word) =>
    (lineCounts.get(describeWord(word))?.length ?? 0) >= MANY_COMMANDS;
  const common = [...lineCounts].filter(([, { length }]) => length >= MANY_COMMANDS);
  const lines = ['Flags of many commands:', '', ...common.map(([line]) => line)];
  let above: Partial<CommandEntry> = {};
  for (const entry of entries) {
    const { heading, noun, usage, help, words } = entry;
    if (heading !== above.heading) lines.push('', `## ${heading.replace(/:$/, '')}`);
    if (noun?.spelling !== above.noun?.spelling || heading !== above.heading) lines.push('');
    if (noun !== undefined && noun.spelling !== above.noun?.spelling) {
      lines.push(describeWord(noun).slice(2), '');
    }
    above = entry;
    const flags = words.filter(isCommon).map(({ spelling }) => ` [${spelling}]`);
    lines.push(describeWord({ spelling: usage + flags.join(''), help }));
    const own = words.filter((word) => !isCommon(word));
    lines.push(...own.map((word) => `  ${describeWord(word)}`));
  }
  return lines.join('\n');
}

/** The pages with a table or lists between marks, by the name of the marks. */
export const TABLES = {
  options: { path: '../docs/configuration.md', render: renderOptionsTable },
  commands: { path: '../docs/cli.md', render: renderCommands },
  'claim-fields': { path: '../docs/game-servers.md', render: renderClaimFields },
  'webhook-events': { path: '../docs/list.md', render: renderEventsTable },
};

/** The page with the table of that name rewritten; `undefined` when it has no place for it. */
export function replaceTable(page: string, name: keyof typeof TABLES): string | undefined {
  const mark = `<!-- ${name} -->`;
  const start = page.indexOf(mark);
  const end = page.indexOf(`<!-- /${name} -->`);
  if (start < 0 || end < start) return undefined;
  const table = TABLES[name].render();
  return `${page.slice(0, start + mark.length)}\n${table}\n${page.slice(end)}`;
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
  for (const [name, { path }] of Object.entries(TABLES)) {
    const file = Bun.file(new URL(path, import.meta.url));
    const replaced = replaceTable(await file.text(), name as keyof typeof TABLES);
    if (replaced === undefined) throw new Error(`${path} has no place for the table ${name}.`);
    await file.write(replaced);
  }
}
