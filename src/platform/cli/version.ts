// `muster version`: the running version, and the data built into it.

import type { Command } from 'commander';
import { Failure } from '../lib/failure.ts';
import { builtFrom, version } from '../lib/version.ts';
import { embeddedCountryData } from '../net/country-data.ts';
import type { CommandContext } from './context.ts';
import type { Io } from './io.ts';

/** Exit code if a newer version exists, so that scripts can tell it from a failure. */
const NEWER_EXISTS = 3;

async function checkLatest(context: CommandContext): Promise<void> {
  const { versionUrl } = context.loadSettings().settings;
  if (versionUrl === undefined) {
    throw new Failure(
      'invalid',
      'Set version_url (MUSTER_VERSION_URL) to an address that answers with the latest version. Muster does not ask anybody by itself.',
    );
  }
  const { readLatestVersion } = await import('../net/latest-version.ts');
  const latest = await readLatestVersion(versionUrl);
  const order = Bun.semver.order(latest, version);
  if (order > 0) context.exitCode = NEWER_EXISTS;
  context.io.out(
    order > 0
      ? `Version ${latest} is available. This is muster ${version}.`
      : order === 0
        ? `muster ${version} is the latest version.`
        : `muster ${version} is newer than the latest version, ${latest}.`,
  );
}

export function describeBuild({ commit, committedAt }: NonNullable<typeof builtFrom>): string {
  const day = new Date(committedAt * 1_000).toISOString().slice(0, 10);
  return `Commit ${commit.replace(/^([0-9a-f]{12})[0-9a-f]*/, '$1')} of ${day}`;
}

function show({ out }: Io): void {
  const { name, date, attribution } = embeddedCountryData;
  out(`muster ${version}`);
  if (builtFrom !== undefined) out(describeBuild(builtFrom));
  out(`Bun ${Bun.version}`);
  out(`Embedded country data: ${name}, ${date}`);
  out(attribution);
}

export function addVersionCommand(parent: Command, context: CommandContext): void {
  parent
    .command('version')
    .description('Show the version, and the date and origin of the embedded country data.')
    .option('--check', 'Compare it with the latest version, from version_url.')
    .action(async ({ check: isCheck = false }: { check?: boolean }) => {
      if (isCheck) await checkLatest(context);
      else show(context.io);
    });
}
