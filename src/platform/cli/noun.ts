// A noun of the command line, such as `ban`, and the usual form of its commands.

import type { Command, Option } from 'commander';
import type { CommandContext } from './context.ts';
import { type JsonFlag, jsonOption, reasonOption } from './input.ts';
import { formatList, type ListForm } from './output.ts';

/** A command that works in the data folder, and prints the sentence that `run` returns. */
interface Action<Admin, Args extends unknown[]> {
  help: string;
  /** The last argument. `parse` reads it before anything else. */
  argument?: string;
  parse?(text: string): unknown;
  options?: readonly Option[];
  /** Help of a required reason. Without it the reason is optional, for the audit log; with `false` there is none. */
  reason?: string | false;
  /** Throws `UsageError` for a wrong combination, before the data folder is opened. */
  check?(...args: Args): void;
  run(admin: Admin, ...args: Args): Promise<string>;
}

interface Listing<Admin, Item, Flags> extends Omit<ListForm<Item>, 'columns'> {
  help: string;
  /** Columns of the table. A function loads them from files that the program does not load at its start. */
  columns: ListForm<Item>['columns'] | (() => Promise<ListForm<Item>['columns']>);
  options?: readonly Option[];
  read(admin: Admin, flags: Flags): Promise<readonly Item[]>;
  /** Text below the table, if any. */
  end?(items: readonly Item[]): string | undefined;
}

export function addNoun<Admin>(
  program: Command,
  context: CommandContext<Admin>,
  name: string,
  description: string,
) {
  const noun = program.command(name).description(description);

  function add<Args extends unknown[]>(usage: string, action: Action<Admin, Args>): void {
    const { help, argument, parse, options = [], reason, check, run } = action;
    const command = noun.command(usage).description(help);
    const last = command.registeredArguments.at(-1);
    if (last !== undefined && argument !== undefined) last.description = argument;
    if (parse !== undefined) last?.argParser(parse);
    for (const option of options) command.addOption(option);
    if (reason !== false) command.addOption(reasonOption(reason).makeOptionMandatory(!!reason));
    command.action(async (...given) => {
      const args = given as Args;
      check?.(...args);
      context.io.out(await context.withDataFolder((admin) => run(admin, ...args)));
    });
  }

  /** Adds `list`, which prints a table, or JSON for scripts. */
  function addList<Item, Flags>(listing: Listing<Admin, Item, Flags>): void {
    const { help, options = [], columns, read, end, ...form } = listing;
    add('list', {
      help,
      options: [...options, jsonOption()],
      reason: false,
      async run(admin, { json, ...flags }: Flags & JsonFlag) {
        const items = await read(admin, flags as Flags);
        const more = json ? undefined : end?.(items);
        const shown = typeof columns === 'function' ? await columns() : columns;
        return [formatList(items, { ...form, columns: shown, json }), more ?? []].flat().join('\n');
      },
    });
  }

  return { noun, add, addList };
}
