// Every sentence of the pages where people register and manage their accounts.

import { formatMomentLong, formatWait, plural } from '../../platform/messages/formats.en.ts';

const removal = (days: number): string =>
  `Accounts that are not verified within ${plural(days, { one: '# day', other: '# days' })} are deleted.`;

export const accountMessages = {
  toAccount: 'Back to your account',
  openInbox: (provider: string) => `Open ${provider} (in a new tab)`,

  register: {
    haveOne: 'Already have an account?',
    invite: 'Invite code',
    inviteHint: 'Enter the code that you were given. Capitals and hyphens do not matter.',
    trap: 'Leave this empty',
    next: 'What happens next',
    verification: {
      mail: 'You get an email with a code. Enter it on the next page.',
      administrator: 'An administrator of this site verifies your account.',
    },
    play: 'You can join every server in this list, in the launcher and on this site.',
    closedTitle: 'Registration is closed',
    closed: 'The operator of this site creates the accounts. Ask for one, then log in here.',
  },

  verify: {
    sent: (email: string) =>
      `An email is on its way to ${email}. Enter the code from it, or open its link.`,
    slow: 'It can take a few minutes. Check your spam folder, too.',
    stuckTitle: 'The email has not been sent yet',
    stuck: (email: string) =>
      `The mail server has not accepted the email to ${email} so far. Check that the address is correct. If it is, wait for the email or send another one. If none arrives, contact the operator of this site.`,
    codeHint: 'Six digits, from the latest email.',
    submit: 'Confirm',
    opened: 'If you open the link, on any device, this page continues by itself.',
    openedButton: 'I have opened the link',
    codesWait: (time: string) =>
      `Too many wrong codes. You can try again in ${time}. The link in the email still works.`,
    codesAgain: 'You can enter a code now.',
    againTitle: 'No email?',
    again: 'Send another email',
    againNow: 'Earlier codes and links stop working.',
    againIn: (time: string) => `You can send another email in ${time}.`,
    correctTitle: 'Wrong address?',
    correct: 'Send the email to this address',
    done: 'Your account is verified',
    doneNext: 'You can join servers now. Pick one from the list.',
    removedAfter: (days: number) =>
      `Until your address is confirmed, you can log in but not join servers. ${removal(days)}`,
    removedUnlessVerified: removal,
    keptUnverified: 'Until it is verified, you can log in but not join servers.',
    administratorTitle: 'An administrator has to verify your account',
    administrator:
      'You can log in now, but not join servers yet. If it takes a long time, ask the operator of this site.',
  },

  links: {
    'verify address': {
      intro: (name: string, email: string) =>
        `Confirm that ${email} is the email address of the account ${name}.`,
      submit: 'Confirm this address',
    },
    'new address': {
      title: 'Confirm your new email address',
      intro: (name: string, email: string) =>
        `Emails about the account ${name} will go to ${email} from now on.`,
      submit: 'Use this address',
    },
    'undo address': {
      title: 'Restore your old email address',
      intro: (name: string, email: string) =>
        `This makes ${email} the email address of the account ${name} again and ends all its sessions. Set a new password afterwards, because whoever changed the address may know the old one.`,
      submit: 'Restore this address',
    },
    deadTitle: 'This link has expired or was already used',
    dead: 'Each link works once, and a newer link replaces it.',
    deadVerify:
      'Your account page shows whether your address is confirmed, and can send another email.',
    deadUndo:
      'An old address can be restored for seven days. If this is your account, contact the operator of this site.',
    deadReset: 'Request a new email',
    deadFirst:
      'If there is already an administrator, you do not need this link. If not, get a new link with: muster account first-administrator',
  },

  forgot: {
    noAccess: 'No access to that inbox any more?',
    noAccessHint: 'Ask the operator of this site for a new password.',
    intro: 'Enter your name or email address to get an email with a link for a new password.',
    who: 'Name or email address',
    submit: 'Send email',
    sentTitle: 'Check your inbox',
    sent: 'If there is such an account, an email with a link is on its way to its address. The link works once, for 30 minutes.',
    sentSlow:
      'It can take a few minutes. Check your spam folder, too. If nothing arrives, check the spelling and try again: this page looks the same whether or not the account exists. If that does not help, contact the operator of this site.',
  },

  reset: {
    title: 'Set a new password',
    intro: (name: string) =>
      `This sets a new password for the account ${name}. The old one stops working, and all sessions end.`,
    submit: 'Set password',
  },

  rules: {
    title: 'Rules of this site',
    first: 'Read the rules of this site and agree to them.',
    changed: (agreedAt: number) =>
      `The rules have changed since you agreed to them on ${formatMomentLong(agreedAt)}.`,
    read: 'Read the rules (opens in a new tab)',
    agree: 'I have read the rules and agree to them.',
    later: 'Not now',
    laterHint:
      'You can keep playing. You will be asked again the next time you log in on this site.',
    due: 'Agree to the rules of this site',
    dueAgain: 'The rules of this site have changed',
    goThere: 'Read and agree',
    agreed: 'Agreed to the rules',
  },

  done: {
    reset: {
      title: 'Your new password is set',
      text: 'Use it to log in, here and in the launcher. The old password no longer works.',
    },
    verified: {
      title: 'Your email address is confirmed',
      text: 'The page where you registered continues by itself now. In another browser, log in to play.',
    },
    address: {
      title: 'Your email address was changed',
      text: 'Emails now go to the new address. If the old one was confirmed, it gets an email with a link to undo the change within seven days.',
    },
    undone: {
      title: 'Your old email address is restored',
      text: 'All sessions were ended. Set a new password now, because whoever changed the address may know the old one.',
    },
    password: {
      title: 'Your password was changed',
      text: 'Use the new one from now on, in the launcher too. All other sessions were ended; you are still logged in here.',
    },
    deleted: {
      title: 'Your account was deleted',
      text: 'Only its name is kept, so that nobody else can take it for some time.',
    },
  },

  home: {
    confirmed: 'confirmed',
    unconfirmed: 'not confirmed',
    pending: (email: string) => `${email}, not confirmed yet`,
    password: 'Change password',
    email: 'Change email address',
    change: 'Change',
    on: 'On',
    off: 'Off',
    serversHint: 'Servers that you claimed: edit their pages, and set where players join.',
    passwordHint: 'Used in the launcher and on this site.',
    favouritesHint: 'The servers you marked with a star.',
  },

  change: {
    passwordIntro: 'All other sessions are ended, including those of launchers.',
    passwordFirst:
      'You can then also log in with your name and this password, here and in the launcher. Your passkeys keep working. All other sessions are ended.',
    emailIntro: (email: string) => `Emails currently go to ${email}.`,
    emailNext:
      'The new address gets an email with a code. The change takes effect when you enter it, and the old address is notified.',
    emailAtOnce: 'This site does not send email, so the change takes effect immediately.',
    newEmail: 'New email address',
  },

  copy: {
    intro:
      'A file with everything that is stored about your account: your name and email address, sessions, activity, and emails that have not been sent yet. Passwords and codes are stored only as hashes and are left out.',
    submit: 'Download (JSON)',
  },

  leave: {
    intro: (name: string) =>
      `The account ${name} and everything that belongs to it are deleted immediately. This cannot be undone.`,
    reserved: (days: number) =>
      days === 0
        ? 'Anybody can take the name again immediately.'
        : `Anybody can take the name again after ${plural(days, { one: '# day', other: '# days' })}.`,
  },

  first: {
    title: 'Create the first administrator',
    intro:
      'This link was printed when the service started. The account that you create here has full control of this site.',
    next: 'You find everything about the site under Administration: its name and look, its rules, and what is still missing.',
  },
} as const;

export const recoveryFailures = {
  cannotSend: 'This site cannot send email. Ask its operator for a new password.',
  whoMissing: 'Enter the name of your account or its email address.',
  tooMany: (waitMs: number) =>
    `Too many emails were requested from your network, or on this site. Try again in ${formatWait(waitMs)}.`,
  needsWork:
    'Many emails are being requested, so your browser has to do a short calculation first. Send the form again.',
};
