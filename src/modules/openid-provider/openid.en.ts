// Every sentence about single sign-on: consent, connected applications, and the clients that administrators add.

import { plural } from '../../platform/messages/formats.en.ts';
import type { OpenidAuditAction } from './audit-actions.ts';

export const openidMessages = {
  title: (client: string) => `Log in to ${client}`,
  wants: (client: string, host: string) =>
    `${client} (${host}) wants to log you in with your account on this site. It will learn:`,
  scopes: {
    openid: 'the number of your account, to recognise you',
    profile: (name: string) => `your name, ${name}, your picture and the address of your page`,
    email: (email: string) => `your email address, ${email}`,
    noEmail: 'your email address, once you have confirmed it',
    offline_access: 'It also stays connected while you are away, until you revoke that.',
  },
  never: (client: string) =>
    `${client} does not get your password, and cannot change anything here. You can end this at any time, under “Connected applications” in your account.`,
  allow: 'Allow',
  cancel: 'Cancel',
  again: (client: string) => `${client} asks you to log in again.`,
  logInAgain: 'Log in again',
  unverified: (client: string) =>
    `Verify your account first. After that, you can log in to ${client}.`,
  goOn: (client: string) => `Continue to ${client}`,
  goingOn: 'You are being taken there.',
  logoutTitle: 'Log out',
  logoutAsk: (client: string) => `You logged out of ${client}. Do you want to log out here, too?`,
  logoutAskAny: 'Do you want to log out of this site?',
  stay: 'Stay logged in',
  application: 'the application',
  refused: 'This login did not work',
  refusals: {
    client:
      'This site does not know the application that sent you here, or its login is turned off. Tell the people who run the application.',
    redirect:
      'The application wants you to return to an address that is not registered for it. Nothing was given away. Tell the people who run the application.',
    expired:
      'This login has expired or was already used. Go back to the application and start again.',
    other:
      'The application sent a request that this site does not accept. Nothing was given away. Tell the people who run the application.',
  },
  details: (text: string) => `Details for them: ${text}`,
  connected: {
    title: 'Connected applications',
    intro: 'You can log in to these applications with your account here.',
    none: 'No applications yet. An application appears here after you log in to it with your account.',
    learns: {
      profile: 'name and picture',
      email: 'email address',
      offline_access: 'stays connected',
    } as Readonly<Record<string, string>>,
    since: (day: string) => `since ${day}`,
    used: (day: string) => `last used on ${day}`,
    revoke: 'Revoke',
    revokeOf: (client: string) => `Revoke ${client}`,
  },
  clients: {
    title: 'Single sign-on',
    intro:
      'Players can log in to these applications, such as a forum or a wiki, with their accounts here (OpenID Connect).',
    discovery: 'Applications need this address (discovery document)',
    none: 'There are no applications yet.',
    players: (count: number) => plural(count, { one: '# player', other: '# players' }),
    unused: 'never used',
    off: 'turned off',
    add: 'Add an application',
    name: 'Name',
    nameHint: 'Players see this name.',
    redirectUris: 'Addresses to return to',
    redirectUrisHint: (most: number) =>
      `One per line, at most ${most}, exactly as the application sends them. Its documentation calls them redirect URIs or callback URLs. Use https, or http://localhost for development.`,
    logoutUris: 'Addresses after a logout',
    logoutUrisHint: 'Optional, one per line.',
    kind: 'Where it runs',
    kindHint: 'On a server, it gets a client secret.',
    kinds: {
      confidential: 'On a server',
      public: 'In a browser or on a device',
    },
    isTrusted: 'Trusted: do not ask players for consent',
    isTrustedHint:
      'Only for applications that you run yourself. If you withdraw this, all logins to the application end.',
    isActive: 'Players can log in',
    isActiveHint: 'If you turn this off, all logins to the application end within a second.',
    added: 'The application was added.',
    saved: 'The application was changed.',
    removed: 'The application was removed. All logins to it have ended.',
    secretOnce: 'Copy the secret now: this site does not show it again.',
    clientId: 'Client ID',
    secret: 'Client secret',
    change: 'Change',
    renew: 'Create a new secret',
    renewHint: 'If you create a new secret, the old one stops working at once.',
    remove: 'Remove the application',
    removeHint: 'If you remove the application, all logins to it end.',
  },
} as const;

export const openidFailures = {
  label: 'The name',
  noName: 'Enter a name.',
  noUri: 'Enter at least one address.',
  tooManyUris: (most: number) => `At most ${most} addresses are possible.`,
  badUri: (uri: string) =>
    `“${uri}” is not a full https address. It cannot contain * or #, and http works only for localhost.`,
  tooMany: (most: number) => `At most ${most} applications are possible. Remove one first.`,
  noClient: 'There is no such application.',
  noSecret: 'This application has no secret.',
  tooLong: 'The application sent a request that is too long.',
  tooManyRequests: (seconds: number) => `Too many logins. Try again in ${seconds} s.`,
};

export const openidAuditSentences: Record<OpenidAuditAction, string> = {
  'client added': 'Application for single sign-on added',
  'client changed': 'Application for single sign-on changed',
  'client trusted': 'Application for single sign-on trusted: players are no longer asked',
  'client not trusted': 'Application for single sign-on no longer trusted',
  'client turned on': 'Application for single sign-on turned on',
  'client turned off': 'Application for single sign-on turned off',
  'client removed': 'Application for single sign-on removed',
  'client secret renewed': 'Secret of an application renewed',
  'signing keys rotated': 'Signing keys of single sign-on replaced',
};
