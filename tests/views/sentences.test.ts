// The sentences that other tests look for by their key, word for word: here alone a change of one shows.

import { describe, expect, test } from 'bun:test';
import { accountMessages } from '../../src/views/messages/account.ts';
import { adminMessages } from '../../src/views/messages/admin.ts';
import { emailAdminMessages } from '../../src/views/messages/admin-email.ts';
import { serverAdminMessages } from '../../src/views/messages/admin-servers.ts';
import { formMessages } from '../../src/views/messages/forms.ts';
import { gameMessages } from '../../src/views/messages/game.ts';
import { helpMessages } from '../../src/views/messages/help.ts';
import { historyMessages } from '../../src/views/messages/history.ts';
import { loginMessages } from '../../src/views/messages/login.ts';
import { operatorMessages } from '../../src/views/messages/operators.ts';
import { securityMessages } from '../../src/views/messages/security.ts';
import { messages } from '../../src/views/messages.ts';

/** Of each catalogue: what it says, and what it is to say. */
const CATALOGUES: [file: string, sentences: [said: string, meant: string][]][] = [
  [
    'views/messages.ts',
    [
      [messages.failure.titles[403] ?? 'none', 'This is not allowed'],
      [
        messages.failure.impossible('1'),
        'The service cannot do this right now. Try again in a few minutes. If it goes on, tell the operator this id: 1',
      ],
      [messages.failure.wrongHostTitle, 'Direct IP access is not allowed'],
      [
        messages.server.directNeedsLogin,
        'A link that opens the game client at once is shown here when you are logged in.',
      ],
      [
        messages.server.directNeedsVerification,
        'A link that opens the game client at once needs a verified account, and yours is not verified yet.',
      ],
      [messages.empty.title, 'No server is online yet'],
      [messages.empty.why, 'It sends heartbeats, and is still not here? See what came of them'],
      [messages.failure.closed, 'The service is starting or stopping. Try again in a moment.'],
      [messages.footer.api, 'The API, for programs'],
      [messages.footer.help, 'Why is my server not in the list?'],
      [
        messages.list.noFavourites,
        'None of the servers shown is among your favourites. Mark one with its star.',
      ],
      [messages.list.nothingFound, 'No server matches.'],
      [
        messages.list.outdated,
        'This list is more than a minute old, because the service did not answer since. It is asked again every 15 seconds.',
      ],
      [messages.list.showAll, 'Show all servers'],
      [messages.list.webOnly, 'Playable in browser'],
      [messages.server.addressLabel, 'Address of this server'],
      [
        messages.server.directConnect,
        'Or paste this link into the launcher’s Direct connect screen:',
      ],
      [messages.server.directLink, 'Open in the game client'],
      [
        messages.server.launcherHow,
        'Log in to the launcher, then paste this address into the field at the bottom of its server list:',
      ],
      [messages.server.verify, 'Verify your account'],
    ],
  ],
  [
    'views/messages/account.ts',
    [
      [
        accountMessages.verify.sent('a@b.net'),
        'An email is on its way to a@b.net. Type the code that it holds, or open its link.',
      ],
      [
        accountMessages.verify.againIn(60_000),
        'Another email can be sent in 60 seconds. Load this page anew then.',
      ],
      [
        accountMessages.verify.stuck('a@b.net'),
        'The mail server did not take the email to a@b.net so far. Check that the address is right. If it is, the email may still come, or another one can be sent; if none does, tell the operator of this site.',
      ],
      [accountMessages.change.emailSubmit, 'Change the address'],
      [accountMessages.change.newEmail, 'New e-mail address'],
      [accountMessages.change.passwordSubmit, 'Change the password'],
      [accountMessages.copy.submit, 'Download the copy (JSON)'],
      [accountMessages.done.address.title, 'Your address is changed'],
      [accountMessages.done.deleted.title, 'Your account is deleted'],
      [accountMessages.done.reset.title, 'Your new password is set'],
      [accountMessages.done.verified.title, 'Your address is confirmed'],
      [
        accountMessages.forgot.closed,
        'This site cannot send mail. Ask its operator for a new password.',
      ],
      [accountMessages.forgot.sentTitle, 'Look into your mailbox'],
      [accountMessages.forgot.submit, 'Send the email'],
      [accountMessages.forgot.who, 'Name or e-mail address'],
      [accountMessages.home.email, 'Change your e-mail address'],
      [accountMessages.home.password, 'Change your password'],
      [accountMessages.leave.submit, 'Delete this account'],
      [accountMessages.links.deadReset, 'Have a new email sent.'],
      [accountMessages.links.deadTitle, 'This link is no longer good'],
      [
        accountMessages.links.deadUndo,
        'The way back to an old address is open for seven days. If the account is yours, ask the operator of this site for help.',
      ],
      [accountMessages.links['new address'].submit, 'Take this address'],
      [accountMessages.links['verify address'].submit, 'Confirm this address'],
      [accountMessages.register.closedTitle, 'Nobody can register here'],
      [accountMessages.reset.submit, 'Set this password'],
      [accountMessages.toAccount, 'Back to your account'],
      [accountMessages.verify.administratorTitle, 'An administrator verifies your account'],
      [accountMessages.verify.again, 'Send another email'],
      [accountMessages.verify.correctTitle, 'The address is wrong'],
      [accountMessages.verify.done, 'Your account is verified'],
      [accountMessages.verify.title, 'Confirm your address'],
    ],
  ],
  [
    'views/messages/admin-email.ts',
    [
      [emailAdminMessages.nothing, 'No email waits, and none failed.'],
      [emailAdminMessages.off, 'Mail is not set up'],
      [emailAdminMessages.retryAll, 'Send all that failed again'],
    ],
  ],
  [
    'views/messages/admin-servers.ts',
    [
      [serverAdminMessages.bans.noKind, 'Choose what is banned: an address, a name or a server.'],
      [serverAdminMessages.bans.none, 'Nothing is banned.'],
      [serverAdminMessages.filter.none, 'There is no word in the filter.'],
      [serverAdminMessages.filter.ofSettings, 'Set by filtered_words in the settings'],
      [serverAdminMessages.filter.removeSubmit, 'Remove this word'],
      [serverAdminMessages.first, 'Back to the first page'],
      [serverAdminMessages.reports.closeSubmit, 'Close this report'],
      [serverAdminMessages.reports.kinds.fake, 'Not what it says'],
      [serverAdminMessages.reports.note, 'What was done about it'],
      [serverAdminMessages.reports.nothing.open, 'No report is open.'],
      [serverAdminMessages.server.claimNone, 'Nobody has claimed this server.'],
      [serverAdminMessages.server.facts.joinPlace, 'Place for players'],
      [
        serverAdminMessages.server.offline,
        'This server sends no heartbeats at the moment. What is decided here counts when it does.',
      ],
      [serverAdminMessages.serverActions.unfeature.title, 'Feature no more'],
      [serverAdminMessages.servers.offlineTitle, 'Servers that are away'],
    ],
  ],
  [
    'views/messages/admin.ts',
    [
      [adminMessages.overview.reportsOpen(1), '1 report by a player waits to be dealt with.'],

      [adminMessages.accounts.nothing, 'No account fits this search.'],
      [adminMessages.actions.restore.submit, 'Take the suspension back'],
      [adminMessages.actions.role.unknown, 'There is no such role. Choose one of the list.'],
      [adminMessages.actions.suspend.reason, 'Reason, for its owner too'],
      [adminMessages.actions.suspend.submit, 'Suspend this account'],
      [adminMessages.done.delete, 'The account is deleted.'],
      [
        adminMessages.done.restore,
        'The account is not suspended any more. Its sessions stay ended.',
      ],
      [adminMessages.done.suspend, 'The account is suspended, and its sessions have ended.'],
      [adminMessages.done['report-closed'], 'The report is closed.'],
      [
        adminMessages.done['word-known'],
        'A word that hits the same names was in the filter already.',
      ],
      [adminMessages.newAccount.submit, 'Make the account'],
      [adminMessages.newest, 'Back to the newest'],
      [adminMessages.overview.attention, 'What needs attention'],
      [adminMessages.overview.calm, 'Nothing needs attention.'],
      [
        adminMessages.overview.mailOff,
        'No mail server is set, so no email can be sent: nobody can verify an address or reset a password by mail. Set smtp_url and mail_from, or verify accounts here by hand.',
      ],
      [adminMessages.overview.numbers.failedEmails, 'Emails that failed'],
    ],
  ],
  [
    'views/messages/forms.ts',
    [
      [formMessages.summaryTitle(2), '2 things have to be put right'],
      [
        formMessages.foreign('http://a.test'),
        'This form was not sent from a page of this site, so nothing was done. Open the page under http://a.test/ and send it from there.',
      ],
    ],
  ],
  [
    'views/messages/game.ts',
    [
      [
        gameMessages.needsVerification,
        'Playing in the browser needs a verified account, and yours is not verified yet.',
      ],
      [
        gameMessages.script('Alpha', 'here', false).closed.other,
        'Alpha has closed the connection.',
      ],

      [
        gameMessages.clientBroken,
        'The web client of this site is not usable right now: its operator has to put its files right. Use the launcher until then.',
      ],
      [
        gameMessages.joinAgainHint,
        'This gets you a new key to the server. “Reconnect” in the game uses the old one, which a server that was restarted does not accept.',
      ],
      [
        gameMessages.needsLogin,
        'You can play in the browser when you are logged in: the server lets in only players whose name is known.',
      ],
      [gameMessages.needsScript, 'The game needs JavaScript.'],
      [
        gameMessages.noClient,
        'This server takes players from the browser, but this site has no web client: its operator has to add one. Use the launcher until then.',
      ],
      [
        gameMessages.noRelay,
        'This server takes players from the browser, but a secure page reaches it only through this site’s relay, which its operator has switched off. Use the launcher.',
      ],
      [
        gameMessages.notTaken,
        'This server does not take players from the browser. Use the launcher.',
      ],
      [gameMessages.play, 'Play in browser'],
      [gameMessages.title, 'Play in the browser'],
    ],
  ],
  [
    'views/messages/help.ts',
    [
      [
        helpMessages.notListed.failures.banned,
        'The port was not checked: your address is banned. Talk to the operator of this site.',
      ],
      [helpMessages.notListed.ipv6Heading, 'You came over IPv6'],
      [
        helpMessages.notListed.nextSteps.crowded,
        'Private servers count too. Stop one of your servers, or ask the operator of this site to allow more.',
      ],
      [
        helpMessages.notListed.nextSteps.family,
        'Have the game server send its heartbeats over IPv4. Where its software has no setting for that, prefer IPv4 on its machine, or tell the operator of this site that the name of the site has an IPv6 address.',
      ],
      [
        helpMessages.notListed.nextSteps.fields,
        'Correct in the settings of the game server what the sentence names. The next heartbeat takes it up.',
      ],
      [
        helpMessages.notListed.nextSteps.listed,
        'Nothing. The list follows within a second; reload it, and look without search and filters.',
      ],
      [
        helpMessages.notListed.nextSteps.port_closed,
        'Forward the port (TCP) on your router to the machine of the server, let its firewall pass it, then check it again below. Where players come in by another port or another address (port mapping, a tunnel, a rented machine, around a carrier’s shared address), set public=false, claim the server on its page, show the port or address there, and set public=true again. Where there is no such way in, ask the operator of this site for an exemption.',
      ],
      [
        helpMessages.notListed.nextSteps.too_many,
        'Slow the game server down to one heartbeat every 30 seconds. Refused ones count as well, so that a program that retries at once keeps itself out.',
      ],
      [helpMessages.notListed.nothingHeading, 'Nothing came from your address'],
      [helpMessages.notListed.outcomes.left, 'Accepted, then silence'],
      [helpMessages.notListed.outcomes.listed, 'Accepted and listed'],
      [helpMessages.notListed.outcomes.private, 'Accepted, but private'],
      [
        helpMessages.notListed.portsFree,
        'Servers at your address are listed without a check of their port.',
      ],
      [helpMessages.notListed.uncheckedPrivate, 'Not checked: only ports of public servers are.'],
      [helpMessages.widget.empty, 'No servers are online right now.'],
    ],
  ],
  [
    'views/messages/history.ts',
    [
      [historyMessages.title('24h'), 'Players in the last 24 hours'],
      [
        historyMessages.nothing('7d'),
        'Nothing is recorded of the last 7 days yet. Players are counted once a minute from the first heartbeat on; come back in a few minutes.',
      ],
      [historyMessages.spark(2, 6), '2 to 6 players in the last 24 hours'],

      [
        historyMessages.failed,
        'How many played here over time cannot be shown right now. Load the page again later.',
      ],
      [
        historyMessages.isPrivate,
        'How many played here over time is not shown, since this server is private.',
      ],
    ],
  ],
  [
    'views/messages/login.ts',
    [
      [
        loginMessages.codeLost,
        'No email and no recovery code left? Ask the operator of this site to reset the second factor of your account.',
      ],
      [
        loginMessages.codeMailed,
        'An email with a code is on its way to the e-mail address of this account. The code is good for ten minutes and works once. Look into the spam folder too.',
      ],
      [
        loginMessages.codeStuckUseOther,
        'The mail server did not take it so far. It is tried again by itself; one of your recovery codes, or your app, lets you in without it.',
      ],
      [
        loginMessages.codeNextIn(60),
        'Another one can be sent in 60 seconds. Earlier codes stay good.',
      ],
      [
        loginMessages.problems.codeTooSoon(40),
        'A code was mailed a moment ago. Another one can be sent in 40 seconds.',
      ],

      [
        loginMessages.codeLostApp,
        'Are the digits of the app refused? Set the clock of the phone to automatic time. No app and no recovery code left? Ask the operator of this site to reset the second factor of your account.',
      ],
      [loginMessages.codeLostDevice, 'A device that you logged in from before needs no code.'],
      [loginMessages.inTitle, 'You are logged in'],
      [loginMessages.mailClosedTitle, 'No code can be mailed right now'],
      [
        loginMessages.problems.loginGone,
        'This login was begun more than ten minutes ago, or in another browser. Type your name and password again.',
      ],
      [
        loginMessages.problems.noCookies,
        'Your browser sent no cookie of this site along, and without one it cannot stay logged in. Allow cookies for this site, then log in again.',
      ],
      [loginMessages.toForgot, 'Forgot your password?'],
      [loginMessages.unverifiedTitle, 'Your account is not verified yet'],
    ],
  ],
  [
    'views/messages/operators.ts',
    [
      [
        operatorMessages.address.fromBrowser,
        'This came from a page in a browser. Send it with the line that the page of your server shows, from a terminal on the machine that has the address.',
      ],
      [
        operatorMessages.address.notAForm,
        'The code and the port did not arrive as a form. Send them with the line that the page of your server shows.',
      ],
      [operatorMessages.claim.reload, 'See whether it arrived'],
      [operatorMessages.claim.takenTitle, 'Somebody else claimed this server'],
      [operatorMessages.claim.toOwn, 'Write about it'],
      [operatorMessages.claim.yoursTitle, 'This server is yours'],
      [operatorMessages.own.addressRequest, 'Get a code for another address'],
      [operatorMessages.own.back, 'Back to the address of the heartbeats'],
      [
        operatorMessages.own.done.back,
        'Players join on the address and port of the heartbeats again.',
      ],
      [operatorMessages.own.done.port, 'Players join on this port from now on.'],
      [
        operatorMessages.own.done.texts,
        'What you wrote is kept, and shown on the page of your server.',
      ],
      [
        operatorMessages.own.elsewhereUnused,
        'Not at the moment: that place belongs to another server now, or its address is banned, so that players join where the heartbeats come from.',
      ],
      [
        operatorMessages.own.listNone,
        'You have claimed no server yet. Open the page of your server and choose to claim it.',
      ],
      [operatorMessages.own.port, 'Port for players'],
      [
        operatorMessages.own.portAway,
        'The server is away. Its port can be changed once it sends heartbeats again.',
      ],
      [operatorMessages.own.release, 'Release this server'],
      [operatorMessages.report.send, 'Send the report'],
      [operatorMessages.report.sentTitle, 'Your report is with the moderators'],
      [operatorMessages.report.text, 'In your own words'],
      [operatorMessages.toServer, 'To the page of the server'],
      [operatorMessages.ways.claim, 'Is this your server? Claim it'],
      [operatorMessages.ways.edit, 'Edit what this page says about your server'],
      [operatorMessages.ways.report, 'Report this server'],
    ],
  ],
  [
    'views/messages/security.ts',
    [
      [securityMessages.appSetUp, 'Set up an app'],
      [
        securityMessages.codeSent,
        'An email with a code is on its way to the e-mail address of your account. The code is good for ten minutes and works once.',
      ],
      [
        securityMessages.problems.tooSoon(60),
        'A code was mailed a moment ago. Another one can be sent in 60 seconds.',
      ],

      [securityMessages.appConfirm, 'Turn the app on'],
      [securityMessages.appScanAlt, 'QR code for your authenticator app'],
      [securityMessages.codeSend, 'Mail me a code'],
      [securityMessages.events.suspended, 'The account was suspended'],
      [securityMessages.events['app turned on'], 'An authenticator app was turned on'],
      [securityMessages.events['other sessions ended'], 'All other sessions were ended'],
      [securityMessages.events['recovery code used'], 'A recovery code was used'],
      [securityMessages.guardedTitle, 'Somebody is guessing your password'],
      [securityMessages.mailChange, 'Turn codes by mail off'],
      [securityMessages.mailClosed, 'Off: this site cannot send mail'],
      [securityMessages.mailSetUp, 'Have codes mailed'],
      [
        securityMessages.mailUnconfirmed,
        'Your e-mail address is not confirmed yet. Codes are mailed only to an address that is.',
      ],
      [securityMessages.recoveryDone, 'I have kept them'],
      [securityMessages.recoveryFreshTitle, 'Your recovery codes'],
      [
        securityMessages.recoveryNeedsFactor,
        'Recovery codes belong to a second factor. Turn one on first.',
      ],
      [securityMessages.title, 'Security of your account'],
    ],
  ],
];

describe.each(CATALOGUES)('%s', (_file, sentences) => {
  test.each(sentences)('%s', (said, meant) => {
    expect(said).toBe(meant);
  });
});
