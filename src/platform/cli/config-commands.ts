// `muster config print`: shows each setting, its value, and where it came from.

import type { Command } from 'commander';
import { OPTIONS, type Option, type OptionKey, type OptionValues } from '../../app/options.ts';
import type { LoadedSettings } from '../config/load.ts';
import type { CommandContext } from './context.ts';
import { formatTable } from './output.ts';

const MASK = '********';

export function showValue<Key extends OptionKey>(
  option: Pick<Option<Key>, 'key' | 'isSecret' | 'format'>,
  values: OptionValues,
): string {
  const text = option.format(values[option.key]);
  if (text === '') return '(none)';
  return option.isSecret ? MASK : text;
}

function printSettings({ values, origins, warnings }: LoadedSettings): string[] {
  const rows = OPTIONS.map((option) => [
    option.key,
    showValue(option, values),
    origins[option.key].place,
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
      for (const line of printSettings(context.loadSettings())) context.io.out(line);
    });
}
