// `muster version`: what is running, and the data that is built into it.

import type { Command } from 'commander';
import { version } from '../lib/version.ts';
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
      io.out(`Bun ${Bun.version}`);
      io.out(`Embedded country data: ${name}, ${date}`);
      io.out(attribution);
    });
}
