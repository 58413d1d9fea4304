// `muster config print`: shows each setting, its value, and where it came from.

import type { Command } from 'commander';
import type { LoadedSettings } from '../config/load.ts';
import type { AnyValues, Option } from '../config/option-table.ts';
import type { CommandContext } from './context.ts';
import { formatTable } from './output.ts';

const MASK = '********';

export function showValue(
  option: Pick<Option, 'key' | 'isSecret' | 'format'>,
  values: AnyValues,
): string {
  const text = option.format(values[option.key]);
  if (text === '') return '(none)';
  return option.isSecret ? MASK : text;
}

function printSettings(
  options: readonly Option[],
  { values, origins, warnings }: LoadedSettings,
): string[] {
  const rows = options.map((option) => [
    option.key,
    showValue(option, values),
    origins[option.key]?.place ?? '',
  ]);
  const notes = warnings.map((warning) => `Note: ${warning}`);
  return [...formatTable(['SETTING', 'VALUE', 'FROM'], rows), ...notes];
}

export function addConfigCommand(parent: Command, context: CommandContext): void {
  parent
    .command('config')
    .description('Show the settings.')
    .command('print')
    .description('Show each setting, its value and where it comes from. Secrets are hidden.')
    .action(() => {
      for (const line of printSettings(context.options, context.loadSettings()))
        context.io.out(line);
    });
}
