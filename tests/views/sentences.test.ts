// The sentences that other tests look for by their key, word for word: here alone a change of one shows.

import { describe, expect, test } from 'bun:test';
import {
  accountMessages,
  adminMessages,
  emailAdminMessages,
  formMessages,
  gameMessages,
  helpMessages,
  historyMessages,
  loginMessages,
  messages,
  operatorMessages,
  securityMessages,
  serverAdminMessages,
} from '../../src/messages/messages.ts';

/** Of each catalogue: what it says, and what it is to say. */
const CATALOGUES: [file: string, sentences: [said: string, meant: string][]][] = [
  [
    'messages/en/pages.ts',
    [
      [messages.failure.titles[403] ?? 'none', 'Not allowed'],
      [
        messages.failure.impossible('1'),
        'The service cannot do this right now. Try again in a few minutes. If it keeps happening, give this ID to the operator of this site: 1',
      ],
      [messages.failure.wrongHostTitle, 'Direct IP access is not allowed'],
      [
        messages.server.directNeedsLogin,
        'Log in to get a link that opens the game client directly.',
      ],
      [
        messages.server.directNeedsVerification,
        'To get a link that opens the game client directly, verify your account first.',
      ],
      [messages.empty.title, 'No servers online yet'],
      [messages.empty.why, 'Sending heartbeats but not listed? See why'],
      [messages.failure.closed, 'The service is starting or stopping. Try again in a moment.'],
      [messages.footer.api, 'API documentation'],
      [messages.footer.help, 'Why is my server not listed?'],
      [
        messages.list.noFavourites,
        'None of these servers is a favourite yet. Use the star next to a server to add it.',
      ],
      [messages.list.nothingFound, 'No servers match.'],
      [
        messages.list.outdated,
        'This list is more than a minute old because the service has stopped answering. The page tries again every 15 seconds.',
      ],
      [messages.list.showAll, 'Show all servers'],
      [messages.list.webOnly, 'Playable in browser'],
      [messages.server.addressLabel, 'Address of this server'],
      [
        messages.server.directConnect,
        'Or paste this link into the Direct connect screen of the launcher:',
      ],
      [messages.server.directLink, 'Open in the game client'],
      [
        messages.server.launcherHow,
        'Log in to the launcher, then paste this address into the field at the bottom of the server list:',
      ],
      [messages.server.verify, 'Verify your account'],
    ],
  ],
  [
    'messages/en/account.ts',
    [
      [
        accountMessages.verify.sent('a@b.net'),
        'An email is on its way to a@b.net. Enter the code from it, or open its link.',
      ],
      [accountMessages.verify.againIn(60_000), 'You can send another email in 60 seconds.'],
      [
        accountMessages.verify.stuck('a@b.net'),
        'The mail server has not accepted the email to a@b.net so far. Check that the address is correct. If it is, wait for the email or send another one. If none arrives, contact the operator of this site.',
      ],
      [accountMessages.change.emailSubmit, 'Change email address'],
      [accountMessages.change.newEmail, 'New email address'],
      [accountMessages.change.passwordSubmit, 'Change password'],
      [accountMessages.copy.submit, 'Download (JSON)'],
      [accountMessages.done.address.title, 'Your email address was changed'],
      [accountMessages.done.deleted.title, 'Your account was deleted'],
      [accountMessages.done.reset.title, 'Your new password is set'],
      [accountMessages.done.verified.title, 'Your email address is confirmed'],
      [
        accountMessages.forgot.closed,
        'This site cannot send email. Ask its operator for a new password.',
      ],
      [accountMessages.forgot.sentTitle, 'Check your inbox'],
      [accountMessages.forgot.submit, 'Send email'],
      [accountMessages.forgot.who, 'Name or email address'],
      [accountMessages.home.email, 'Change email address'],
      [accountMessages.home.password, 'Change password'],
      [accountMessages.leave.submit, 'Delete account'],
      [accountMessages.links.deadReset, 'Request a new email.'],
      [accountMessages.links.deadTitle, 'This link has expired or was already used'],
      [
        accountMessages.links.deadUndo,
        'An old address can be restored for seven days. If this is your account, contact the operator of this site.',
      ],
      [accountMessages.links['new address'].submit, 'Use this address'],
      [accountMessages.links['verify address'].submit, 'Confirm this address'],
      [accountMessages.register.closedTitle, 'Registration is closed'],
      [accountMessages.reset.submit, 'Set password'],
      [accountMessages.toAccount, 'Back to your account'],
      [accountMessages.verify.administratorTitle, 'An administrator has to verify your account'],
      [accountMessages.verify.again, 'Send another email'],
      [accountMessages.verify.correctTitle, 'Wrong address?'],
      [accountMessages.verify.done, 'Your account is verified'],
      [accountMessages.verify.title, 'Confirm your email address'],
    ],
  ],
  [
    'messages/en/admin-email.ts',
    [
      [emailAdminMessages.nothing, 'No emails are waiting, and none have failed.'],
      [emailAdminMessages.off, 'Email is not set up'],
      [emailAdminMessages.retryAll, 'Retry all failed emails'],
    ],
  ],
  [
    'messages/en/admin-servers.ts',
    [
      [serverAdminMessages.bans.noKind, 'Choose what to ban: an address, a name or a server.'],
      [serverAdminMessages.bans.none, 'There are no bans.'],
      [serverAdminMessages.filter.none, 'There are no words in the filter.'],
      [serverAdminMessages.filter.ofSettings, 'Set by filtered_words in the settings'],
      [serverAdminMessages.filter.removeSubmit, 'Remove this word'],
      [serverAdminMessages.first, 'Back to the first page'],
      [serverAdminMessages.reports.closeSubmit, 'Close this report'],
      [serverAdminMessages.reports.kinds.fake, 'Fake server or players'],
      [serverAdminMessages.reports.note, 'What was done about it'],
      [serverAdminMessages.reports.nothing.open, 'There are no open reports.'],
      [serverAdminMessages.server.claimNone, 'Nobody has claimed this server.'],
      [serverAdminMessages.server.facts.joinPlace, 'Join address'],
      [
        serverAdminMessages.server.offline,
        'This server is offline. What you decide here takes effect when it is back.',
      ],
      [serverAdminMessages.serverActions.unfeature.title, 'Stop featuring'],
      [serverAdminMessages.servers.offlineTitle, 'Offline servers'],
    ],
  ],
  [
    'messages/en/admin.ts',
    [
      [adminMessages.overview.reportsOpen(1), '1 report by a player is open.'],

      [adminMessages.accounts.nothing, 'No accounts match this search.'],
      [adminMessages.actions.restore.submit, 'Lift the suspension'],
      [adminMessages.actions.role.unknown, 'There is no such role. Choose one from the list.'],
      [adminMessages.actions.suspend.reason, 'Reason (shown to its owner)'],
      [adminMessages.actions.suspend.submit, 'Suspend this account'],
      [adminMessages.done.delete, 'The account was deleted.'],
      [
        adminMessages.done.restore,
        'The account is no longer suspended. Its owner has to log in again.',
      ],
      [adminMessages.done.suspend, 'The account is suspended, and its sessions were ended.'],
      [adminMessages.done['report-closed'], 'The report was closed.'],
      [
        adminMessages.done['word-known'],
        'The filter already has a word that matches the same names.',
      ],
      [adminMessages.newAccount.submit, 'Create account'],
      [adminMessages.newest, 'Back to the newest'],
      [adminMessages.overview.attention, 'Needs attention'],
      [adminMessages.overview.calm, 'Nothing needs attention.'],
      [
        adminMessages.overview.mailOff,
        'No mail server is set, so no email can be sent: nobody can confirm an address or reset a password by email. Set smtp_url and mail_from, or verify accounts by hand on the Accounts page.',
      ],
      [adminMessages.overview.numbers.failedEmails, 'Failed emails'],
    ],
  ],
  [
    'messages/en/forms.ts',
    [
      [formMessages.summaryTitle(2), 'There are 2 problems'],
      [
        formMessages.foreign('http://a.test'),
        'This form was not sent from a page of this site, so nothing was done. Open the page at http://a.test/ and send it from there.',
      ],
    ],
  ],
  [
    'messages/en/game.ts',
    [
      [gameMessages.needsVerification, 'To play in the browser, verify your account first.'],
      [gameMessages.script('Alpha', 'here', false).closed.other, 'Alpha closed the connection.'],

      [
        gameMessages.clientBroken,
        'Playing in the browser is not available right now. Use the launcher.',
      ],
      [
        gameMessages.joinAgainHint,
        'This gets you a new key for the server. “Reconnect” in the game uses the old key, which stops working when the server restarts.',
      ],
      [
        gameMessages.needsLogin,
        'Log in to play in the browser. The server only accepts players who are logged in.',
      ],
      [
        gameMessages.needsScript,
        'The game needs JavaScript. Turn it on in your browser, or use the launcher.',
      ],
      [gameMessages.noClient, 'You cannot play in the browser on this site. Use the launcher.'],
      [
        gameMessages.noRelay,
        'This server cannot be played in the browser from this site. Use the launcher.',
      ],
      [
        gameMessages.notTaken,
        'This server does not support playing in the browser. Use the launcher.',
      ],
      [gameMessages.play, 'Play in browser'],
      [gameMessages.title, 'Play in the browser'],
    ],
  ],
  [
    'messages/en/help.ts',
    [
      [
        helpMessages.notListed.failures.banned,
        'The port was not checked: your address is banned. Contact the operator of this site.',
      ],
      [helpMessages.notListed.ipv6Heading, 'You are connected over IPv6'],
      [
        helpMessages.notListed.nextSteps.crowded,
        'Private servers count too. Stop one of your servers, or ask the operator of this site to allow more.',
      ],
      [
        helpMessages.notListed.nextSteps.family,
        'Let the game server send its heartbeats over IPv4. If its software has no setting for that, prefer IPv4 on its machine, or tell the operator of this site that the name of the site has an IPv6 address.',
      ],
      [
        helpMessages.notListed.nextSteps.fields,
        'In your game server, correct the setting named in the message. The next heartbeat will use it.',
      ],
      [
        helpMessages.notListed.nextSteps.listed,
        'Nothing. The server appears in the list within a second. Reload the list, and clear the search and filters.',
      ],
      [
        helpMessages.notListed.nextSteps.port_closed,
        'Forward the port (TCP) on your router to the machine of the server and allow it in the firewall, then check it again below. If players come in through another port or address (port mapping, a tunnel, a rented machine, carrier-grade NAT), set public=false, claim the server on its page, set the port or address there, and set public=true again. If there is no such way in, ask the operator of this site for an exemption.',
      ],
      [
        helpMessages.notListed.nextSteps.too_many,
        'Let the game server send one heartbeat every 30 seconds. Refused ones count too, so a program that retries immediately stays locked out.',
      ],
      [helpMessages.notListed.nothingHeading, 'Nothing has come from your address'],
      [helpMessages.notListed.outcomes.left, 'Accepted, then no more heartbeats'],
      [helpMessages.notListed.outcomes.listed, 'Accepted and listed'],
      [helpMessages.notListed.outcomes.private, 'Accepted, but private'],
      [
        helpMessages.notListed.portsFree,
        'Servers at your address are listed without a port check.',
      ],
      [
        helpMessages.notListed.uncheckedPrivate,
        'Not checked: only ports of public servers are checked.',
      ],
      [helpMessages.widget.empty, 'No servers are online right now.'],
    ],
  ],
  [
    'messages/en/history.ts',
    [
      [historyMessages.title('24h'), 'Players in the last 24 hours'],
      [
        historyMessages.nothing('7d'),
        'There is no data for the last 7 days yet. Players are counted once a minute from the first heartbeat on. Come back in a few minutes.',
      ],
      [historyMessages.spark(2, 6), '2 to 6 players in the last 24 hours'],

      [
        historyMessages.failed,
        'The number of players over time cannot be shown right now. Reload the page later.',
      ],
      [
        historyMessages.isPrivate,
        'The number of players over time is not shown for private servers.',
      ],
    ],
  ],
  [
    'messages/en/login.ts',
    [
      [
        loginMessages.codeLost,
        'No email, and no recovery codes left? Ask the operator of this site to reset two-factor authentication for your account.',
      ],
      [
        loginMessages.codeMailed,
        'An email with a code is on its way to the email address of this account. The code works once, for ten minutes. Check your spam folder, too.',
      ],
      [
        loginMessages.codeStuckUseOther,
        'The mail server has not accepted it so far. It is tried again automatically. You can also log in with a recovery code or your app.',
      ],
      [
        loginMessages.codeNextIn(60),
        'You can request another one in 60 seconds. Earlier codes still work.',
      ],
      [
        loginMessages.problems.codeTooSoon(40),
        'A code was emailed a moment ago. You can request another one in 40 seconds.',
      ],

      [
        loginMessages.codeLostApp,
        'The app’s code does not work? Set the clock of your phone to automatic time. No app, and no recovery codes left? Ask the operator of this site to reset two-factor authentication for your account.',
      ],
      [loginMessages.codeLostDevice, 'A device that you have logged in from before needs no code.'],
      [loginMessages.inTitle, 'You are logged in'],
      [loginMessages.mailClosedTitle, 'No code can be emailed right now'],
      [
        loginMessages.problems.loginGone,
        'This login was started more than ten minutes ago, or in another browser. Enter your name and password again.',
      ],
      [
        loginMessages.problems.noCookies,
        'Your browser did not send the cookie of this site, which is needed to stay logged in. Allow cookies for this site, then log in again.',
      ],
      [loginMessages.toForgot, 'Forgot your password?'],
      [loginMessages.unverifiedTitle, 'Your account is not verified yet'],
    ],
  ],
  [
    'messages/en/operators.ts',
    [
      [
        operatorMessages.address.fromBrowser,
        'This came from a web page. Send it with the command that the page of your server shows, from a terminal on the machine that has the address.',
      ],
      [
        operatorMessages.address.notAForm,
        'The code and the port did not arrive as a form. Send them with the command that the page of your server shows.',
      ],
      [operatorMessages.claim.reload, 'Check whether it has arrived'],
      [operatorMessages.claim.takenTitle, 'Somebody else has claimed this server'],
      [operatorMessages.claim.toOwn, 'Edit its page'],
      [operatorMessages.claim.yoursTitle, 'This server is yours'],
      [operatorMessages.own.addressRequest, 'Get a code for another address'],
      [operatorMessages.own.back, 'Use the address of the heartbeats again'],
      [
        operatorMessages.own.done.back,
        'Players now join at the address and port of the heartbeats again.',
      ],
      [operatorMessages.own.done.port, 'Players now join on this port.'],
      [operatorMessages.own.done.texts, 'Saved. The page of your server shows your changes.'],
      [
        operatorMessages.own.elsewhereUnused,
        'Not in use at the moment: that address and port belong to another server now, or the address is banned. Players join where the heartbeats come from.',
      ],
      [
        operatorMessages.own.listNone,
        'You have not claimed any servers yet. Open the page of your server and claim it there.',
      ],
      [operatorMessages.own.port, 'Join port'],
      [
        operatorMessages.own.portAway,
        'The server is offline. You can change its port when it sends heartbeats again.',
      ],
      [operatorMessages.own.release, 'Release this server'],
      [operatorMessages.report.send, 'Send report'],
      [operatorMessages.report.sentTitle, 'Your report was sent'],
      [operatorMessages.report.text, 'Details'],
      [operatorMessages.toServer, 'Back to the server'],
      [operatorMessages.ways.claim, 'Is this your server? Claim it'],
      [operatorMessages.ways.edit, 'Edit what this page says about your server'],
      [operatorMessages.ways.report, 'Report this server'],
    ],
  ],
  [
    'messages/en/security.ts',
    [
      [securityMessages.appSetUp, 'Set up an app'],
      [
        securityMessages.codeSent,
        'An email with a code is on its way to the email address of your account. The code works once, for ten minutes.',
      ],
      [
        securityMessages.problems.tooSoon(60),
        'A code was emailed a moment ago. You can request another one in 60 seconds.',
      ],

      [securityMessages.appConfirm, 'Turn on the app'],
      [securityMessages.appScanAlt, 'QR code for your authenticator app'],
      [securityMessages.codeSend, 'Email me a code'],
      [securityMessages.events.suspended, 'The account was suspended'],
      [securityMessages.events['app turned on'], 'An authenticator app was turned on'],
      [securityMessages.events['other sessions ended'], 'All other sessions were ended'],
      [securityMessages.events['recovery code used'], 'A recovery code was used'],
      [securityMessages.guardedTitle, 'Somebody is guessing your password'],
      [securityMessages.mailChange, 'Turn off codes by email'],
      [securityMessages.mailClosed, 'Off: this site cannot send email'],
      [securityMessages.mailSetUp, 'Set up codes by email'],
      [
        securityMessages.mailUnconfirmed,
        'Your email address is not confirmed yet. Confirm it to get codes by email.',
      ],
      [securityMessages.recoveryDone, 'I have saved them'],
      [securityMessages.recoveryFreshTitle, 'Your recovery codes'],
      [
        securityMessages.recoveryNeedsFactor,
        'Recovery codes need two-factor authentication. Turn it on first.',
      ],
      [securityMessages.title, 'Account security'],
    ],
  ],
];

describe.each(CATALOGUES)('%s', (_file, sentences) => {
  test.each(sentences)('%s', (said, meant) => {
    expect(said).toBe(meant);
  });
});
