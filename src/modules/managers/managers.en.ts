// Every sentence about managers of claimed servers.

import type { ManagerAuditAction } from './audit-actions.ts';
import type { ManagerRole } from './manager-ports.ts';

export const managerMessages = {
  title: 'Managers',
  intro:
    'Editors can change the texts, tags, icon and webhooks of this server, and see the reason if it is banned. Only its owner can change the address, the heartbeat URL and the managers, and release the server.',
  roles: { owner: 'Owner', editor: 'Editor' } satisfies Record<ManagerRole, string>,
  since: 'since',
  invited: 'Open invitations',
  invitedAs: {
    editor: 'Invited as an editor',
    owner: 'Would become the owner',
  } satisfies Record<ManagerRole, string>,
  until: (day: string) => `expires on ${day}`,
  withdraw: 'Withdraw',
  withdrawOf: (name: string) => `Withdraw the invitation to ${name}`,
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  leave: 'Stop editing',
  leaveIt: 'Stop editing this server',
  invite: 'Invite an editor',
  name: 'Account name',
  inviteHint: 'The player sees the invitation in their account. It expires after 7 days.',
  send: 'Send invitation',
  transfer: 'Transfer this server',
  transferHow:
    'Offer the server to another account. Once that player accepts, they own it: only they can change its address and managers or release it. You stay an editor. The texts, webhooks and heartbeat URL stay as they are.',
  offer: 'Offer the server',
  done: {
    invite: 'The invitation was sent.',
    offer: 'The offer was sent. You own the server until it is accepted.',
    withdraw: 'The invitation was withdrawn.',
    remove: 'That account can no longer edit this server.',
  },
  page: 'Invitations',
  waiting: (count: number) =>
    count === 1
      ? 'You are invited to manage a server'
      : `You are invited to manage ${count} servers`,
  look: 'See invitations',
  none: 'You have no open invitations.',
  invitation: {
    editor: (owner: string) =>
      `${owner} invites you to edit this server: its texts, tags, icon and webhooks.`,
    owner: (owner: string) =>
      `${owner} offers you this server. If you accept, you own it, and ${owner} stays an editor. Its heartbeat URL stays valid: make a new one if nobody else should know it.`,
  } satisfies Record<ManagerRole, (owner: string) => string>,
  expires: (day: string) => `The invitation expires on ${day}.`,
  accept: 'Accept',
  acceptOf: (server: string) => `Accept the invitation to ${server}`,
  decline: 'Decline',
  declineOf: (server: string) => `Decline the invitation to ${server}`,
  declined: 'The invitation was declined.',
  staffCaption: 'Managers of this server besides its owner',
};

export const managerAuditSentences: Readonly<Record<ManagerAuditAction, string>> = {
  'manager invited': 'Invited an editor',
  'transfer offered': 'Offered a server',
  'invitation accepted': 'Became an editor',
  'invitation declined': 'Declined an invitation',
  'invitation withdrawn': 'Withdrew an invitation',
  'manager removed': 'Removed an editor',
  'manager left': 'Stopped editing a server',
  'server transferred': 'Took over a server',
};

export const managerFailures = {
  unverified: 'Verify your account first. Only verified accounts can manage servers.',
  yourself: 'This is your own account. Enter the name of another one.',
  notYours: 'This server is no longer yours.',
  managesAlready: (name: string) => `${name} already edits this server.`,
  openAlready: (name: string) => `${name} already has an open invitation to this server.`,
  declined: (name: string) =>
    `${name} declined an invitation to this server. You can invite that player again once 7 days have passed.`,
  serverFull: (most: number) =>
    `A server has at most ${most} managers, including open invitations. Remove or withdraw one first.`,
  accountFull: (name: string, most: number) =>
    `${name} has ${most} open invitations already. Try again when some of them are answered.`,
  tooMany: (seconds: number) => `You can send the next invitation in ${seconds} s.`,
  gone: 'This has changed in the meantime. Look at the page again.',
};
