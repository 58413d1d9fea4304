// `muster account list`.

import { type Command, Option } from 'commander';
import type { ManagedAccount } from '../../accounts/administration.ts';
import type { Standing } from '../../accounts/administration-ports.ts';
import type { AdminServices } from '../../app.ts';
import { formatMoment } from '../../lib/moment.ts';
import type { CommandContext } from '../context.ts';
import { withDataFolder } from '../data-folder.ts';
import { writeList } from '../output.ts';
import { accountToJson, stateOf } from './describe.ts';

const HEADS = ['ID', 'NAME', 'STATE', 'ROLE', 'REGISTERED (UTC)'];
const STANDINGS: readonly Standing[] = ['unverified', 'suspended', 'staff'];
const PAGE = 500;

interface Flags {
  json?: boolean;
  search?: string;
  only?: Standing;
}

async function listAll({ accounts }: AdminServices): Promise<ManagedAccount[]> {
  const all: ManagedAccount[] = [];
  let page: ManagedAccount[];
  do {
    page = await accounts.listAccounts({ afterId: all.at(-1)?.id ?? 0, limit: PAGE });
    all.push(...page);
  } while (page.length === PAGE);
  return all;
}

function toRow(account: ManagedAccount): string[] {
  return [
    String(account.id),
    account.name,
    stateOf(account),
    account.role,
    formatMoment(account.registeredAt),
  ];
}

async function searchAll(
  { accounts }: AdminServices,
  { search, only }: Flags,
): Promise<ManagedAccount[]> {
  const all: ManagedAccount[] = [];
  let beforeId: number | undefined;
  do {
    const page = await accounts.searchAccounts({ text: search, standing: only, beforeId });
    all.push(...page.accounts);
    beforeId = page.nextBeforeId;
  } while (beforeId !== undefined);
  return all.toReversed();
}

async function listAccounts(context: CommandContext, flags: Flags): Promise<void> {
  const isSearch = flags.search !== undefined || flags.only !== undefined;
  const accounts = await withDataFolder(context, (admin) =>
    isSearch ? searchAll(admin, flags) : listAll(admin),
  );
  writeList(context.io, accounts, { heads: HEADS, toRow, toJson: accountToJson, json: flags.json });
}

/** Adds `muster account list`. */
export function addAccountListCommand(parent: Command, context: CommandContext): void {
  parent
    .command('list')
    .description('List all accounts in order of registration.')
    .option(
      '--search <text>',
      'Only those with this in their name, this id, or this e-mail address.',
    )
    .addOption(new Option('--only <state>', 'Only such accounts.').choices(STANDINGS))
    .option('--json', 'Write JSON for scripts.')
    .action((flags: Flags) => listAccounts(context, flags));
}
