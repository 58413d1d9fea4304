// Every sentence of the pages where people register and manage their accounts.

import { describeWait } from '../../lib/duration.ts';
import { plural } from '../../lib/text.ts';

const removal = (days: number): string =>
  `An account that is not verified within ${plural(days, 'day', 'days')} is removed.`;

export const accountMessages = {
  name: 'Name',
  nameHint: '2 to 16 of A-Z, a-z, 0-9, "_" and ".". You play under it, and everybody sees it.',
  email: 'E-mail address',
  emailHint: 'Nobody sees it. Emails about your account go there, and nothing else.',
  password: 'Password',
  newPassword: 'New password',
  passwordHint:
    '8 to 64 characters, any kind. Refused are the most common passwords, your name and your address.',
  yourPassword: 'Your password',
  yourPasswordHint: 'Asked once more, since this browser may not be in your hands.',
  toAccount: 'Back to your account',
  toList: 'To the server list',
  toLogin: 'Log in',

  register: {
    title: 'Register',
    intro: 'One account for every server of this list: in the launcher and on these pages.',
    haveOne: 'You have an account already?',
    invite: 'Invite',
    inviteHint: 'The code that somebody gave to you. Capitals and hyphens make no difference.',
    trap: 'Leave this empty',
    withoutScripts: (ms: number) =>
      `Scripts do not run in this browser. That is fine: take at least ${describeWait(ms)} before you send this form. The wait stands in the place of a small calculation that keeps programs from sending it by the thousand.`,
    mailNext: 'Next you get an email with a code, which shows that the address is yours.',
    administratorNext: 'Afterwards an administrator of this site verifies your account.',
    submit: 'Register',
    closedTitle: 'Nobody can register here',
    closed:
      'The operator of this site makes the accounts. Ask for one, and log in here once you have it.',
  },

  verify: {
    title: 'Confirm your address',
    sent: (email: string) =>
      `An email is on its way to ${email}. Type the code that it holds, or open its link.`,
    slow: 'It may take some minutes. Look into the folder for unwanted mail, too.',
    stuckTitle: 'The email has not left yet',
    stuck: (email: string) =>
      `The mail server did not take the email to ${email} so far. Check that the address is right. If it is, the email may still come, or another one can be sent; if none does, tell the operator of this site.`,
    code: 'Code',
    codeHint: 'Six digits, from the newest email.',
    submit: 'Confirm',
    codesWait: (ms: number) =>
      `Too many wrong codes were typed. The next one is looked at in ${describeWait(ms)}; the link in the email works at once.`,
    againTitle: 'No email came',
    again: 'Send another email',
    againNow: 'The codes and links before it end with it.',
    againIn: (ms: number) =>
      `Another email can be sent in ${describeWait(ms)}. Load this page anew then.`,
    correctTitle: 'The address is wrong',
    correct: 'Send the email to this address',
    done: 'Your account is verified',
    doneNext: 'Servers let you in. Pick one from the list.',
    removedAfter: (days: number) =>
      `Until your address is confirmed you can log in, but servers do not let you in. ${removal(days)}`,
    removedUnlessVerified: removal,
    keptUnverified: 'Until it is verified you can log in, but servers do not let you in.',
    waitTitle: 'Not verified yet',
    administratorTitle: 'An administrator verifies your account',
    administrator:
      'Ask the operator of this site to do so. Until then you can log in, but servers do not let you in.',
  },

  links: {
    'verify address': {
      title: 'Confirm your address',
      intro: (name: string, email: string) =>
        `Confirm that ${email} is your address, for the account ${name}.`,
      submit: 'Confirm this address',
    },
    'new address': {
      title: 'Confirm your new address',
      intro: (name: string, email: string) =>
        `From then on emails about the account ${name} go to ${email}.`,
      submit: 'Take this address',
    },
    'undo address': {
      title: 'Go back to the old address',
      intro: (name: string, email: string) =>
        `The account ${name} gets its address ${email} back, and everybody who is logged in to it is logged out. Set a new password afterwards: whoever changed the address may know the old one.`,
      submit: 'Go back to this address',
    },
    deadTitle: 'This link is no longer good',
    dead: 'It was used already, has expired, or a newer one took its place. A link is good once.',
    deadVerify:
      'The page of your account shows where your address stands, and sends another email where one is needed.',
    deadUndo:
      'The way back to an old address is open for seven days. If the account is yours, ask the operator of this site for help.',
    deadReset: 'Have a new email sent.',
    deadFirst:
      'If there is an administrator by now, nobody needs it. If there is none, start the service again for a new link, or make an administrator with: muster account create NAME --email ADDRESS --admin',
  },

  forgot: {
    title: 'Forgot your password',
    intro:
      'Type your name or your e-mail address, and an email with a link for a new password is sent.',
    who: 'Name or e-mail address',
    submit: 'Send the email',
    again: 'Ask again',
    sentTitle: 'Look into your mailbox',
    sent: 'If there is such an account, an email with a link is on its way to its address. The link is good once, for 30 minutes.',
    sentSlow:
      'It may take some minutes. Look into the folder for unwanted mail, too. If nothing comes, check the spelling and ask again: this page says the same whether there is such an account or not. The operator of this site can help where no email arrives.',
    closed: 'This site cannot send mail. Ask its operator for a new password.',
  },

  reset: {
    title: 'Set a new password',
    intro: (name: string) =>
      `For the account ${name}. Everybody who is logged in to it is logged out, and the old password ends.`,
    submit: 'Set this password',
  },

  done: {
    reset: {
      title: 'Your new password is set',
      text: 'Log in with it, here and in the launcher. The old one no longer works.',
    },
    verified: {
      title: 'Your address is confirmed',
      text: 'Log in and pick a server. If you are logged in already, nothing else is to be done.',
    },
    address: {
      title: 'Your address is changed',
      text: 'Emails go to the new one. The old one, if it was confirmed, got an email as well, with a link to go back within seven days.',
    },
    undone: {
      title: 'Your old address is back',
      text: 'Everybody was logged out. Set a new password now, since whoever changed the address may know the old one.',
    },
    password: {
      title: 'Your password is changed',
      text: 'Use the new one from now on, in the launcher too. All other sessions have ended; this one goes on.',
    },
    deleted: {
      title: 'Your account is deleted',
      text: 'Nothing of it is left but its name, which nobody can take for some time.',
    },
  },

  home: {
    title: 'Your account',
    verified: 'Verified',
    unverified: 'Not verified yet',
    yes: 'Yes',
    no: 'No',
    confirmed: 'confirmed',
    unconfirmed: 'not confirmed',
    pending: (email: string) => `${email} waits to be confirmed`,
    registered: 'Registered',
    confirmNow: 'What to do about it',
    security: 'Sessions, devices and second factor',
    password: 'Change your password',
    email: 'Change your e-mail address',
    export: 'Get a copy of everything that is stored about you',
    delete: 'Delete your account',
    serversHint: 'Those that you claimed: what their pages say, and where players join.',
    securityHint:
      'Where you are logged in, what happened to the account, and a code at each login.',
    passwordHint: 'For the launcher and for these pages.',
    emailHint: 'Where emails about the account go.',
    exportHint: 'As one file (JSON).',
    deleteHint: 'At once, and for good.',
  },

  change: {
    passwordTitle: 'Change your password',
    passwordIntro: 'All other sessions end, those of launchers too.',
    passwordSubmit: 'Change the password',
    emailTitle: 'Change your e-mail address',
    emailIntro: (email: string) => `Emails go to ${email} now.`,
    emailNext:
      'The new address gets an email with a code. The change counts once you have typed it, and the old address is told.',
    emailAtOnce: 'This site sends no mail, so the new address counts at once.',
    newEmail: 'New e-mail address',
    emailSubmit: 'Change the address',
  },

  copy: {
    title: 'A copy of everything',
    intro:
      'A file with everything that is stored about your account: your name and address, sessions, what happened to the account, and what waits to be sent. Passwords, codes and the like are kept as hashes alone and are left out.',
    submit: 'Download the copy (JSON)',
  },

  leave: {
    title: 'Delete your account',
    intro: (name: string) =>
      `The account ${name} is removed at once, with everything that belongs to it. This cannot be undone.`,
    reserved: (days: number) =>
      days === 0
        ? 'The name is free afterwards.'
        : `The name can be taken again, by anybody, after ${plural(days, 'day', 'days')}.`,
    submit: 'Delete this account',
  },

  first: {
    title: 'Make the first administrator',
    intro:
      'This link was printed when the service started. The account that you make here may do everything on this site.',
    submit: 'Make this account',
  },
} as const;
