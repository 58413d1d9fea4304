// `muster client …`: the programs that log players in with their accounts here.

import { type Command, Option } from 'commander';
import type { ModuleCommands } from '../../platform/cli/commands.ts';
import { type CommandContext, commandLine } from '../../platform/cli/context.ts';
import type { ReasonFlag } from '../../platform/cli/input.ts';
import { addNoun } from '../../platform/cli/noun.ts';
import type { OpenidClients } from './clients.ts';
import type { SigningKeys } from './signing-keys.ts';

interface Admin {
  openid: { clients: OpenidClients; keys: SigningKeys };
}

interface AddFlags extends ReasonFlag {
  redirect: string[];
  logout: string[];
  public?: true;
  trusted?: true;
}

const collect = (value: string, earlier: string[]) => [...earlier, value];
const uriOption = (flag: string, help: string) =>
  new Option(`--${flag} <url>`, `${help} Can be repeated.`).argParser(collect).default([], 'none');

function addClientCommands(program: Command, context: CommandContext<Admin>): void {
  const description = 'Let programs, such as a forum, log players in with their accounts here.';
  const { add, addList } = addNoun(program, context, 'client', description);
  const id = 'client ID, as muster client list shows it';
  add('add <name>', {
    help: 'Add a program. Its secret is shown only once.',
    argument: 'name that players see',
    options: [
      uriOption('redirect', 'Where the program takes players back after a login.'),
      uriOption('logout', 'Where it takes them back after a logout.'),
      new Option('--public', 'The program keeps no secret: it runs in a browser or on a device.'),
      new Option('--trusted', 'Do not ask players for consent.'),
    ],
    async run({ openid }, name: string, flags: AddFlags) {
      const { redirect: redirectUris, logout: logoutUris, trusted, reason } = flags;
      const isTrusted = trusted === true;
      const isConfidential = flags.public !== true;
      const typed = { name, redirectUris, logoutUris, isTrusted, isConfidential };
      const { clientId, secret } = await openid.clients.add(commandLine, typed, reason);
      const lines = [`Client ID: ${clientId}`];
      if (secret !== undefined) lines.push(`Client secret (shown only once): ${secret}`);
      return lines.join('\n');
    },
  });
  addList({
    help: 'List the programs, oldest first.',
    read: ({ openid }) => openid.clients.list(),
    columns: [
      ['CLIENT ID', 'clientId'],
      ['NAME', 'name'],
      ['STATE', ({ isActive }) => (isActive ? 'on' : 'off')],
      ['KIND', ({ secretHash }) => (secretHash === null ? 'public' : 'confidential')],
      ['CONSENT', ({ isTrusted }) => (isTrusted ? 'trusted' : 'asked')],
      ['PLAYERS', 'players'],
      ['RETURNS TO', ({ redirectUris }) => redirectUris.join(' ')],
    ],
    toJson: ({ id: _, secretHash, ...client }) => ({ ...client, isPublic: secretHash === null }),
  });
  for (const [verb, isActive, help, done] of [
    ['enable', true, 'Let players log in to a program again.', 'Players can log in again.'],
    ['disable', false, 'Turn a program off. Its logins end within a second.', 'It is turned off.'],
  ] as const) {
    add(`${verb} <client>`, {
      help,
      argument: id,
      async run({ openid }, clientId: string, { reason }: ReasonFlag) {
        await openid.clients.change(commandLine, clientId, { isActive }, reason);
        return done;
      },
    });
  }
  add('renew-secret <client>', {
    help: 'Give a program a new secret. The old one stops working at once.',
    argument: id,
    run: async ({ openid }, clientId: string, { reason }: ReasonFlag) =>
      `Client secret (shown only once): ${await openid.clients.renewSecret(commandLine, clientId, reason)}`,
  });
  add('remove <client>', {
    help: 'Remove a program. All logins to it end.',
    argument: id,
    async run({ openid }, clientId: string, { reason }: ReasonFlag) {
      await openid.clients.remove(commandLine, clientId, reason);
      return 'The program was removed. All logins to it have ended.';
    },
  });
  add('rotate-keys', {
    help: 'Replace the key that signs. This also happens by itself every 90 days.',
    options: [
      new Option('--drop-old', 'Also withdraw the older keys at once, if somebody has stolen one.'),
    ],
    async run({ openid }, { dropOld = false, reason }: ReasonFlag & { dropOld?: boolean }) {
      await openid.keys.rotate(commandLine, { dropsOld: dropOld }, reason);
      return dropOld
        ? 'A new key signs. The older keys are withdrawn.'
        : 'A new key signs. The older ones stay valid for 30 days.';
    },
  });
}

export const openidCommands = {
  'Accounts and email:': [addClientCommands],
} satisfies ModuleCommands;
