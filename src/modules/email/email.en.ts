// Sentences that many kinds of email have.

/** The sentences; `site` is the host that people know the service by. */
export const emailMessages = {
  greeting: (name: string) => `Hello ${name},`,
  closing: (site: string) =>
    `This email was sent automatically by ${site}. Nobody reads replies to it.`,
  contact: 'Questions? Contact the operator of this site:',
  orTypeCode: 'Or enter this code where you were asked for it:',
  notYou: 'If this was not you, ignore this email. Nothing will change.',
  unknownCountry: 'unknown',
  validUntil: (moment: string) => `It works once, until ${moment}.`,
  wasNotYou:
    'If this was not you, set a new password now, end the sessions that you do not recognise, and remove passkeys and API keys that are not yours:',
  /** What the button of a link says; the sentence before it says why. */
  buttons: {
    verify: 'Confirm the address',
    confirmEmail: 'Confirm the new address',
    reset: 'Set a new password',
    undoEmail: 'Undo the change',
    account: 'Open your account',
    appeal: 'Appeal the suspension',
    server: 'Go to the server',
    ownServer: 'Manage the server',
    webhooks: 'Manage webhooks',
  },
  serverAsked:
    'You asked for this email on the page of the server. You get it only once, so you do not need to unsubscribe.',
} as const;
