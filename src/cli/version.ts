// `muster version`: what is running, and the data that is built into it.

import type { Command } from 'commander';
import { builtFrom, version } from '../lib/version.ts';
import { embeddedCountryData } from '../net/country-data.ts';
import type { CommandContext } from './context.ts';

/** Adds `muster version`. */
export function addVersionCommand(parent: Command, { io }: CommandContext): void {
  parent
    .command('version')
    .description('Show the version, and the date and origin of the embedded country data.')
    .action(() => {
      const { name, date, attribution } = embeddedCountryData;
      io.out(`muster ${version}`);
      if (builtFrom !== undefined) {
        const day = new Date(builtFrom.committedAt * 1_000).toISOString().slice(0, 10);
        io.out(`Commit ${builtFrom.commit.replace(/^([0-9a-f]{12})[0-9a-f]*/, '$1')} of ${day}`);
      }
      io.out(`Bun ${Bun.version}`);
      io.out(`Embedded country data: ${name}, ${date}`);
      io.out(attribution);
    });
}
