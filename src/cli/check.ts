// `muster check`: reports everything that would keep the service from starting, without starting it.

import type { Command } from 'commander';
import { problemOf, type ReviewedSettings, reviewSettings } from '../config/load.ts';
import type { OptionKey } from '../config/options.ts';
import {
  checkCertificate,
  checkCountryFile,
  checkDatabase,
  checkDataFolder,
  checkDescriptors,
  checkListen,
  checkMail,
  checkWebClient,
} from './checks.ts';
import type { CommandContext } from './context.ts';

interface Check {
  name: string;
  /** The settings that it depends on; it is skipped where one of them is broken. */
  keys: readonly OptionKey[];
  /** Returns what it found in order; throws `Failure` with what is wrong. */
  run(): string | Promise<string>;
}

function listChecks({ settings }: ReviewedSettings): Check[] {
  const { dataFolder, geoipDatabase, listen, tls, webClientFolder, webClientUrl } = settings;
  const service = { listen, isTls: tls !== undefined };
  return [
    { name: 'data folder', keys: ['data'], run: () => checkDataFolder(dataFolder) },
    { name: 'database', keys: ['data'], run: () => checkDatabase(dataFolder) },
    { name: 'countries', keys: ['geoip_database'], run: () => checkCountryFile(geoipDatabase) },
    {
      name: 'web client',
      keys: ['web_client_dir'],
      run: () => checkWebClient({ folder: webClientFolder, url: webClientUrl }),
    },
    { name: 'certificate', keys: ['tls_cert', 'tls_key'], run: () => checkCertificate(settings) },
    { name: 'listen', keys: ['listen'], run: () => checkListen(service) },
    {
      name: 'file descriptors',
      keys: ['relay', 'relay_limit'],
      run: () => checkDescriptors(settings),
    },
    {
      name: 'mail',
      keys: ['smtp_url', 'mail_from', 'development'],
      run: () => checkMail(settings),
    },
  ];
}

async function check(context: CommandContext): Promise<void> {
  const { io } = context;
  const reviewed = reviewSettings(context.sources());
  let bad = reviewed.problems.length;
  // Problems go to standard output: they are part of the list, under the name of their check.
  for (const problem of reviewed.problems) io.out(`bad  settings: ${problem}`);
  if (bad === 0) io.out(`ok  settings: ${reviewed.values.config ?? 'no file'}`);
  for (const { name, keys, run } of listChecks(reviewed)) {
    if (keys.some((key) => reviewed.broken.has(key))) continue;
    try {
      io.out(`ok  ${name}: ${await run()}`);
    } catch (error) {
      bad += 1;
      io.out(`bad  ${name}: ${problemOf(error)}`);
    }
  }
  for (const warning of reviewed.warnings) io.out(`note  ${warning}`);
  context.exitCode = bad === 0 ? 0 : 1;
}

/** Adds `muster check`. */
export function addCheckCommand(parent: Command, context: CommandContext): void {
  parent
    .command('check')
    .description(
      'Look at settings, data folder, database, GeoIP file, web client, certificate, port and mail server; changes nothing.',
    )
    .action(() => check(context));
}
