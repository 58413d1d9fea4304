// `muster site …`: values that administrators set for the site in place of its settings.

import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type CommandContext, commandLine, requireThere } from '../../platform/cli/context.ts';
import { type ReasonFlag, reasonOption, UsageError } from '../../platform/cli/input.ts';
import { addNoun } from '../../platform/cli/noun.ts';
import { describeReadFailure } from '../../platform/config/sources.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { quoteSeen } from '../../platform/lib/text.ts';
import { readLimited, readTextFile } from '../../platform/lib/text-file.ts';
import type { SiteModule } from './site.ts';
import { FILE_PARTS, SITE_FIELDS, type SiteField } from './site-values.ts';

const SHOWN = 60;

function describe(text: string): string {
  const line = text.replaceAll('\n', ', ');
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}...` : line || '-';
}

function requirePart(name: string): SiteField {
  const found = SITE_FIELDS.find((part) => part === name);
  if (found !== undefined) return found;
  throw new UsageError(
    `There is no part "${quoteSeen(name)}". The parts of a site are: ${SITE_FIELDS.join(', ')}.`,
  );
}

function readFile<Content>(read: (path: string) => Content, path: string, cwd: string): Content {
  try {
    return read(resolve(cwd, path));
  } catch (error) {
    throw new Failure('invalid', describeReadFailure(`${path} cannot be read`, error));
  }
}

async function setPart(site: SiteModule, name: string, value: string, cwd: string, reason = '') {
  const part = requirePart(name);
  const isFile = FILE_PARTS.some((each) => each === part) && value !== '';
  if (part === 'site_logo') {
    await site.saveLogo(
      commandLine,
      isFile ? readFile(readLimited, value, cwd) : undefined,
      reason,
    );
    return;
  }
  const text = isFile ? readFile(readTextFile, value, cwd) : value;
  // Commas separate the links, as in flags.
  const typed = part === 'footer_links' ? text.replace(/\s*,\s*/g, '\n') : text;
  await site.save(commandLine, { [part]: typed }, reason);
}

export function addSiteCommands(
  program: Command,
  context: CommandContext<{ site: SiteModule }>,
): void {
  const { io } = context;
  const description = 'Set the name, look, contact and rules of the site, overriding the settings.';
  const { noun, add, addList } = addNoun(program, context, 'site', description);
  addList({
    help: 'List what was set here or by administrators on their page.',
    read: async ({ site }) =>
      site
        .listFields()
        .flatMap(({ field, text, changedAt }) =>
          changedAt === undefined ? [] : [{ part: field, text, changedAt }],
        ),
    columns: [
      ['PART', 'part'],
      ['VALUE', ({ text }) => describe(text)],
      ['SET (UTC)', 'changedAt'],
    ],
  });
  noun
    .command('set')
    .argument('<part>', SITE_FIELDS.join(', '))
    .argument('<value>', 'for site_logo, rules and privacy the path of a file; "" for none')
    .description('Set a part of the site. The running service shows it within a second.')
    .addOption(reasonOption())
    .action(async (name: string, value: string, { reason }: ReasonFlag) => {
      await context.withDataFolder((admin) => setPart(admin.site, name, value, io.cwd, reason));
      io.out(`${name} is set.`);
    });
  add('reset <part>', {
    help: 'Use the settings for a part again.',
    async run(admin, name: string, { reason = '' }: ReasonFlag) {
      const wasSet = await admin.site.reset(commandLine, requirePart(name), reason);
      requireThere(wasSet, `${name} was not set here. muster site list shows what was.`);
      return `${name} comes from the settings again.`;
    },
  });
}
