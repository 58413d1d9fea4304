// `muster account …`: creates, shows and changes accounts.

import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ModuleCommands } from '../../platform/cli/commands.ts';
import type { CommandContext } from '../../platform/cli/context.ts';
import {
  confirm,
  type JsonFlag,
  jsonOption,
  type ReasonFlag,
  readNewPassword,
  reasonOption,
  type UntilFlag,
  UsageError,
  untilOption,
} from '../../platform/cli/input.ts';
import { addNoun } from '../../platform/cli/noun.ts';
import { formatDetails, formatJson, yesNo } from '../../platform/cli/output.ts';
import { requestService, requirePort } from '../../platform/cli/service-request.ts';
import { formatListen } from '../../platform/config/addresses.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { formatEnd, formatMoment } from '../../platform/lib/moment.ts';
import { ROLES, type Role } from '../../platform/lib/roles.ts';
import { accountPath } from '../../platform/messages/paths.ts';
import { STANDINGS, type Standing } from '../account/index.ts';
import type { AccountActions, ManagedAccount } from './administration.ts';

const NAME_HELP = '2 to 16 of A-Z a-z 0-9 _ and .';
const REQUEST_TIMEOUT_MS = 1_000;

export interface FirstLink {
  /** Makes a link for the first administrator; `undefined` if the site has one. */
  openFirstAdministratorLink(): Promise<string | undefined>;
}

interface Admin extends FirstLink {
  accounts: AccountActions;
}

type Context = CommandContext<Admin>;

function withAccounts<Result>(
  context: Context,
  work: (accounts: AccountActions) => Promise<Result>,
): Promise<Result> {
  return context.withDataFolder(({ accounts }) => work(accounts));
}

function stateOf(account: ManagedAccount): string {
  if (account.suspendedAt !== null) return 'suspended';
  return account.verifiedAt === null ? 'unverified' : 'verified';
}

/** An account for scripts, without anything about its password. */
function toJson(account: ManagedAccount) {
  const { id, name, role, isPremium, flags, forumTitle } = account;
  const { registeredAt, verifiedAt, suspendedAt, suspendedUntil, suspensionReason } = account;
  return {
    id,
    name,
    email: account.email ?? '',
    state: stateOf(account),
    role,
    isAdmin: role === 'administrator',
    isPremium,
    flags,
    forumTitle,
    registeredAt,
    verifiedAt,
    suspendedAt,
    suspendedUntil,
    suspensionReason,
  };
}

function describeAccount(account: ManagedAccount): string {
  const details: [string, string][] = [
    ['id', String(account.id)],
    ['name', account.name],
    ['email', account.email ?? ''],
    ['state', stateOf(account)],
    ['role', account.role],
    ['premium', yesNo(account.isPremium)],
    ['flags', account.flags || '(none)'],
    ['forum title', account.forumTitle || '(none)'],
    ['registered', `${formatMoment(account.registeredAt)} UTC`],
  ];
  if (account.verifiedAt !== null) {
    details.push(['verified', `${formatMoment(account.verifiedAt)} UTC`]);
  }
  if (account.suspendedAt !== null) {
    details.push(['suspended', `${formatMoment(account.suspendedAt)} UTC`]);
    if (account.suspendedUntil !== null) {
      details.push(['until', `${formatEnd(account.suspendedUntil)} UTC`]);
    }
    details.push(['reason', account.suspensionReason || '(none)']);
  }
  return formatDetails(details).join('\n');
}

interface ListFlags {
  search?: string;
  only?: Standing;
}

async function listAll(
  { accounts }: Admin,
  { search, only }: ListFlags,
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

function roleOption(): Option {
  return new Option('--role <role>', 'What the account may do besides playing.').choices(ROLES);
}

/** The chosen role: `--admin` is short for one. Throws `UsageError` if both are given. */
function readRole({ admin, role }: { admin?: boolean; role?: Role }): Role | undefined {
  if (admin === undefined) return role;
  if (role !== undefined) throw new UsageError('Give --role or --admin, not both.');
  return admin ? 'administrator' : 'player';
}

interface CreateFlags {
  email: string;
  admin?: boolean;
  role?: Role;
  unverified?: boolean;
  passwordStdin?: boolean;
  allowWeakPassword?: boolean;
}

async function createAccount(context: Context, name: string, flags: CreateFlags): Promise<void> {
  const { io } = context;
  const requested = readRole(flags);
  // Reports a wrong setting before anybody types a password.
  context.loadSettings();
  const { password, isGenerated } = await readNewPassword(io, flags);
  const account = await withAccounts(context, (accounts) =>
    accounts.createAccount({
      name,
      email: flags.email,
      password,
      role: requested ?? 'player',
      isVerified: flags.unverified !== true,
      allowsWeakPassword: flags.allowWeakPassword === true,
    }),
  );
  const role = account.role === 'player' ? '' : `, ${account.role}`;
  io.out(`Account ${account.name} created (ID ${account.id}, ${stateOf(account)}${role}).`);
  if (isGenerated) io.out(`Password (shown only once): ${password}`);
}

interface DeleteFlags extends ReasonFlag {
  yes?: boolean;
}

interface SetFlags extends ReasonFlag {
  flags?: string;
  forumTitle?: string;
  premium?: boolean;
  admin?: boolean;
  role?: Role;
}

function parseYesNo(text: string): boolean {
  const word = text.toLowerCase();
  if (word === 'yes' || word === 'no') return word === 'yes';
  throw new InvalidArgumentError('Use yes or no.');
}

function readChanges({ flags, forumTitle, premium: isPremium, ...named }: SetFlags) {
  const changes = { flags, forumTitle, isPremium, role: readRole(named) };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

export function describeFirstLink(link: string): string {
  return `There is no administrator yet. Open this link within 30 minutes to create the first one:\n${link}`;
}

/** Makes a link for the first administrator. Throws `conflict` if the site has one. */
export async function openFirstLink(context: CommandContext<FirstLink>): Promise<void> {
  const { settings } = context.loadRunning();
  if (!settings.isBaseUrlConfigured) requirePort(settings);
  const token = await context.withDataFolder((admin) => admin.openFirstAdministratorLink());
  if (token === undefined) {
    throw new Failure(
      'conflict',
      'There is already an administrator (muster account list --only staff). To make another: muster account set NAME --role administrator',
    );
  }
  const link = `${settings.baseUrl}${accountPath('firstAdministrator', token)}`;
  context.io.out(describeFirstLink(link));
  const { listen } = settings;
  if (listen.port === 0) return;
  if ((await requestService(settings, '/livez', REQUEST_TIMEOUT_MS)) !== undefined) return;
  context.io.err(
    `Nothing answers on ${formatListen(listen)}. Start the service, then open the link.`,
  );
}

type Noun = ReturnType<typeof addNoun<Admin>>;

function addCreateCommand({ noun }: Noun, context: Context): void {
  noun
    .command('create')
    .argument('<name>', NAME_HELP)
    .description('Create an account. Asks for the password; without a terminal, generates one.')
    .requiredOption('--email <address>', 'Email address of the account.')
    .option('--admin', 'Short for --role administrator.')
    .addOption(roleOption())
    .option('--unverified', 'Leave it unverified.')
    .option('--password-stdin', 'Read the password from the standard input.')
    .option(
      '--allow-weak-password',
      'For tests: allow a password that is easy to guess. The site refuses such passwords.',
    )
    .action((name: string, flags: CreateFlags) => createAccount(context, name, flags));
}

function addLookups({ add, addList }: Noun): void {
  addList({
    help: 'List all accounts, oldest first.',
    options: [
      new Option(
        '--search <text>',
        'Only accounts with this text in their name, this ID, or this email address.',
      ),
      new Option('--only <state>', 'Only these accounts.').choices(STANDINGS),
    ],
    read: listAll,
    columns: [
      ['ID', 'id'],
      ['NAME', 'name'],
      ['STATE', stateOf],
      ['ROLE', 'role'],
      ['REGISTERED (UTC)', 'registeredAt'],
    ],
    toJson,
  });
  add('show <name>', {
    help: 'Show one account.',
    options: [jsonOption()],
    reason: false,
    async run({ accounts }, name: string, { json = false }: JsonFlag) {
      const account = await accounts.findAccount(name);
      return json ? formatJson(toJson(account)) : describeAccount(account);
    },
  });
}

/** Commands that change whether and how the owner can log in. */
function addAccessCommands({ noun, add }: Noun, context: Context): void {
  const { io } = context;
  const addSimple = (
    verb: string,
    act: 'verifyAccount' | 'resetTwoFactor' | 'restoreAccount' | 'endSessions',
    help: string,
    done: (name: string) => string,
  ): void =>
    add(`${verb} <name>`, {
      help,
      run: async ({ accounts }, name: string, { reason }: ReasonFlag) =>
        done((await accounts[act](name, reason)).name),
    });
  addSimple(
    'verify',
    'verifyAccount',
    'Verify an account, so that it can join servers.',
    (name) => `Account ${name} is verified.`,
  );
  noun
    .command('password <name>')
    .description(
      'Set a new password for an account, end its sessions, and tell its owner by email.',
    )
    .option('--password-stdin', 'Read the password from the standard input.')
    .addOption(reasonOption())
    .action(
      async (name: string, flags: { passwordStdin?: boolean; reason?: string }): Promise<void> => {
        // Reports a wrong name or setting before anybody types a password.
        await withAccounts(context, (accounts) => accounts.findAccount(name));
        const { password, isGenerated } = await readNewPassword(io, flags);
        const account = await withAccounts(context, (accounts) =>
          accounts.changePassword(name, password, flags.reason),
        );
        io.out(`Account ${account.name} has a new password. Its sessions were ended.`);
        if (isGenerated) io.out(`Password (shown only once): ${password}`);
      },
    );
  addSimple(
    'reset-second-factor',
    'resetTwoFactor',
    'Remove the app, emailed codes and recovery codes of an account, for an owner who lost them. Ends its sessions.',
    (name) => `Two-factor authentication of account ${name} was reset. Its sessions were ended.`,
  );
  add('suspend <name>', {
    help: 'Suspend an account: it cannot log in, and its sessions end.',
    options: [
      untilOption(),
      reasonOption('The reason. Its owner sees it when trying to log in, and in an email.'),
    ],
    reason: false,
    async run(
      { accounts },
      name: string,
      { reason = '', until: ends = '' }: ReasonFlag & UntilFlag,
    ) {
      const account = await accounts.suspendAccount(name, reason, ends);
      const { suspendedUntil: until } = account;
      const end = until === null ? '' : ` until ${formatEnd(until)} UTC`;
      return `Account ${account.name} is suspended${end}. Its sessions were ended.`;
    },
  });
  addSimple(
    'restore',
    'restoreAccount',
    'Lift a suspension. The owner has to log in again.',
    (name) => `Account ${name} is no longer suspended.`,
  );
  addSimple(
    'logout',
    'endSessions',
    'End all sessions of an account.',
    (name) => `All sessions of account ${name} were ended.`,
  );
}

function addChanges({ noun, add }: Noun, context: Context): void {
  const { io } = context;
  add('rename <name> <new-name>', {
    help: 'Rename an account. Its sessions stay. Nobody can take the old name for name_reserved_days.',
    argument: NAME_HELP,
    async run({ accounts }, name: string, newName: string, { reason }: ReasonFlag) {
      const account = await accounts.renameAccount(name, newName, reason);
      return `The account is now named ${account.name}.`;
    },
  });
  noun
    .command('delete <name>')
    .description('Delete an account and end its sessions. Asks for its name first.')
    .option('--yes', 'Do not ask for confirmation.')
    .addOption(reasonOption())
    .action(async (name: string, { yes: isSure = false, reason }: DeleteFlags) => {
      const account = await withAccounts(context, (accounts) => accounts.findAccount(name));
      if (!isSure) {
        await confirm(io, account.name, {
          what: 'Deleting cannot be undone',
          question: `This cannot be undone. Type ${account.name} to delete the account: `,
          refusal: 'The name did not match. Nothing was deleted.',
        });
      }
      await withAccounts(context, (accounts) => accounts.deleteAccount(account.id, reason));
      io.out(`Account ${account.name} was deleted.`);
    });
  add('set <name>', {
    help: 'Change role, flags, forum title and premium of an account. What you leave out stays the same.',
    options: [
      new Option(
        '--flags <letters>',
        'd developer, m forum moderator, e editor, p patron, r recovering; "" for none.',
      ),
      new Option('--forum-title <text>', 'Forum title; "" for none.'),
      new Option('--premium <yes|no>', 'Whether it is a premium account.').argParser(parseYesNo),
      roleOption(),
      new Option('--admin <yes|no>', 'Short for --role administrator or --role player.').argParser(
        parseYesNo,
      ),
    ],
    check(_name: string, flags: SetFlags) {
      if (Object.keys(readChanges(flags)).length > 0) return;
      throw new UsageError(
        'Nothing to change. Give --flags, --forum-title, --premium, --role or --admin.',
      );
    },
    run: async ({ accounts }, name: string, flags: SetFlags) =>
      describeAccount(await accounts.setDetails(name, readChanges(flags), flags.reason)),
  });
}

function addAccountCommands(program: Command, context: Context): void {
  const account = addNoun(
    program,
    context,
    'account',
    'Manage accounts. Changes take effect immediately, even while the service is running.',
  );
  addCreateCommand(account, context);
  addLookups(account);
  addAccessCommands(account, context);
  addChanges(account, context);
  account.noun
    .command('first-administrator')
    .description(
      'Show a new link for creating the first administrator, while there is none. Earlier links stay valid.',
    )
    .action(() => openFirstLink(context));
}

export const administrationCommands = {
  'Accounts and email:': [addAccountCommands],
} satisfies ModuleCommands;
