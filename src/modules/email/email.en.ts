// Every sentence of the emails, and their subjects.

/** The sentences; `site` is the host that people know the service by. */
export const emailMessages = {
  greeting: (name: string) => `Hello ${name},`,
  closing: (site: string) =>
    `This email was sent automatically by ${site}. Nobody reads replies to it.`,
  contact: 'Questions? Contact the operator of this site:',
  orTypeCode: 'Or enter this code where you were asked for it:',
  typeCode: 'Enter this code where you were asked for it:',
  validUntil: (moment: string) => `It works once, until ${moment}.`,
  notYou: 'If this was not you, ignore this email. Nothing will change.',
  wasNotYou:
    'If this was not you, set a new password now, and end the sessions that you do not recognise:',
  unknownCountry: 'unknown',
  deviceName: (label: string) => label,

  verifySubject: (site: string) => `Confirm your email address for ${site}`,
  verify: (site: string) =>
    `An account with this name was registered at ${site} with this email address. Open this link to confirm that the address is yours:`,

  inUseSubject: (site: string) => `You already have an account at ${site}`,
  inUse: (site: string) =>
    `Somebody just tried to use this email address for an account at ${site}, but it already belongs to yours. Nothing was changed, and they were not told that you have an account.`,
  inUseHelp:
    'If it was you, log in with the name above. If you forgot your password, you can set a new one from the login page.',

  resetSubject: (site: string) => `Set a new password for ${site}`,
  reset: (site: string) =>
    `Somebody asked for a new password for your account at ${site}. Open this link to set one:`,

  confirmSubject: (site: string) => `Confirm your new email address for ${site}`,
  confirm: (site: string) =>
    `This email address was entered as the new one for your account at ${site}. Open this link to confirm that it is yours:`,

  changedSubject: (site: string) => `The email address of your account at ${site} was changed`,
  changed: (site: string) =>
    `The email address of your account at ${site} was changed, so this one no longer belongs to it.`,
  changedUndo: 'If this was not you, open this link to undo the change:',
  changedUntil: (moment: string) => `The link works until ${moment}.`,

  passwordSubject: (site: string) => `Your password for ${site} was changed`,
  password: (site: string, moment: string) =>
    `The password of your account at ${site} was changed on ${moment}. All other sessions were ended.`,
  passwordNotYou: 'If this was not you, ask for a new password on the login page:',

  passwordSet: (site: string, moment: string) =>
    `An administrator set a new password for your account at ${site} on ${moment}. All sessions were ended.`,
  passwordSetSubject: (site: string) => `An administrator set a new password for you at ${site}`,
  passwordNotAsked:
    'If you did not ask for this, set your own password: choose “Forgot your password?” on the login page. This email does not contain the new password.',

  verifiedSubject: (site: string) => `Your account at ${site} is verified`,
  verified: (site: string, moment: string) =>
    `An administrator verified your account at ${site} on ${moment}. You can join servers now:`,

  suspendedSubject: (site: string) => `Your account at ${site} is suspended`,
  suspended: (site: string, moment: string) =>
    `The moderators of ${site} suspended your account on ${moment}. All sessions were ended.`,
  suspendedReason: (reason: string) => `Reason: ${reason}`,
  suspendedUnexplained: 'No reason was given.',
  suspendedForEver:
    'There is no end date. You can log in again once the moderators lift the suspension.',
  suspendedUntil: (moment: string) =>
    `The suspension ends automatically on ${moment}. You can log in again from then on.`,

  restoredSubject: (site: string) => `Your account at ${site} is no longer suspended`,
  restored: (site: string, moment: string) =>
    `The suspension of your account at ${site} was lifted on ${moment}. You can log in again with your password:`,

  renamedSubject: (site: string) => `Your account at ${site} was renamed`,
  renamed: (site: string, from: string, to: string, moment: string) =>
    `The moderators of ${site} renamed your account from ${from} to ${to} on ${moment}.`,
  renamedNow: (name: string) =>
    `Log in as ${name} from now on. Your password is the same. Servers show your new name.`,

  // The code is not in the subject: telephones show subjects while they are locked.
  codeSubject: (site: string) => `Your login code for ${site}`,
  code: (site: string) => `This code completes a login to your account at ${site}.`,
  codeNotYou:
    'If this was not you, somebody else knows your password. Do not share this code, and set a new password:',

  deviceSubject: (site: string) => `A new device logged in at ${site}`,
  device: (site: string, device: string, country: string, moment: string) =>
    `Somebody logged in to your account at ${site} from a new device: ${device}, country ${country}, on ${moment}.`,

  bruteForceSubject: (site: string) => `Somebody is guessing your password for ${site}`,
  bruteForce: (site: string, moment: string) =>
    `On ${moment}, many wrong passwords were tried for your account at ${site}, from many places. None of them was right.`,
  bruteForceNow:
    'For now, new devices need a code by email to log in. Devices that you have used before log in as usual. You do not need to do anything.',

  wrongCodesSubject: (site: string) => `Wrong codes for your account at ${site}`,
  wrongCodes: (site: string, device: string, country: string, moment: string) =>
    `Somebody entered your password at ${site} and then five wrong codes within a day. The latest came from this device: ${device}, country ${country}, on ${moment}. None of them opened your account, and further attempts are limited. You get this email at most once a day.`,
  wrongCodesNotYou: 'If this was not you, somebody else knows your password. Set a new one now:',

  factorOnSubject: (site: string) => `Two-factor authentication turned on at ${site}`,
  factorOn: (site: string, moment: string) =>
    `A two-factor authentication method was turned on for your account at ${site} on ${moment}.`,
  factorOffSubject: (site: string) => `Two-factor authentication turned off at ${site}`,
  factorOff: (site: string, moment: string) =>
    `A two-factor authentication method was turned off for your account at ${site} on ${moment}.`,
  factorResetSubject: (site: string) => `Your two-factor authentication at ${site} was reset`,
  factorReset: (site: string, moment: string) =>
    `The moderators of ${site} reset two-factor authentication for your account on ${moment}.`,
  factorRecoverySubject: (site: string) => `A recovery code was used at ${site}`,
  factorRecovery: (site: string, moment: string) =>
    `A recovery code was used to log in to your account at ${site} on ${moment}. It no longer works.`,

  deletedSubject: (site: string) => `Your account at ${site} was deleted`,
  deleted: (site: string, moment: string) =>
    `Your account at ${site} was deleted on ${moment}, with everything that was stored about it. This is the last email to this address.`,

  reportSubject: (site: string) => `Your report at ${site} was reviewed`,
  report: (site: string, server: string, moment: string) =>
    `The moderators of ${site} reviewed your report on the server “${server}” and closed it on ${moment}.`,
  reportUnlistedSubject: (site: string) =>
    `A server that you reported at ${site} is not listed any more`,
  reportUnlisted: (site: string, server: string, moment: string) =>
    `The moderators of ${site} reviewed your report on the server “${server}” on ${moment}. The server is no longer in the public list.`,
  reportAsked:
    'You get this email because you asked for it when you sent the report. If something is wrong with the server again, you can send another one.',

  serverSubject: (site: string) => `A server at ${site} is back`,
  serverBack: (site: string, server: string, moment: string) =>
    `The server “${server}” at ${site} was offline. It has been back since ${moment}:`,
  serverAsked:
    'You get this email once, because you asked for it on the page of the server. There is nothing to unsubscribe from.',

  rallySubject: (people: number, site: string) => `${people} players come together at ${site}`,
  rallyMet: (people: number, server: string, site: string) =>
    `You said that you would play on “${server}” at ${site} if enough players come. ${people} of you are ready now. Join here:`,

  movedSubject: (site: string) => `Your server at ${site} is at another address`,
  moved: (site: string, server: string, ip: string, moment: string) =>
    `A heartbeat with the key of your server “${server}” at ${site} came from a new network on ${moment}, from the address ${ip}. The server is listed there now.`,
  movedOwn: 'If you moved it, or its address changes by itself, there is nothing for you to do.',
  movedNotYou:
    'If not, somebody else has its heartbeat URL. Make a new one on its page, so that this one stops working. You get this email at most once a day:',

  eventSubject: (site: string) => `Server news at ${site}`,
  eventAt: (moment: string) => `That was on ${moment}.`,
  eventAsked:
    'You get such emails, at most ten a day, because you asked for them or set this webhook. You can change that here, under “Webhooks”:',

  testSubject: (site: string) => `Test email from ${site}`,
  test: (site: string) =>
    `This email shows that ${site} can send email. An administrator asked for it. There is nothing for you to do.`,
} as const;
