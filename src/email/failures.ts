// What administrators read about emails that could not be sent, and what the log says of them.

export const failureMessages = {
  expired: 'Given up: its content is no longer valid.',
  unknownKind: 'Given up: another version of Muster queued it.',
  tooOften: (reason: string) => `Given up after the last attempt: ${reason}`,
  recipientBudget: 'too many emails to one address within an hour',
  queueFull: 'too many emails are waiting',
} as const;
