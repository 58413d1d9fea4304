// The face of the module: what other modules may use of it.

import type { EmailSettings } from './settings.ts';

export type {
  EmailFacts,
  EmailJobStore,
  Mailer,
} from './email-ports.ts';
export type { EmailAdmin } from './outbox-admin.ts';

/** Connects to the mail server and logs in, sending nothing; returns where. Throws `unavailable`. Loaded when it is called. */
export const verifyMail = async (settings: EmailSettings): Promise<string> =>
  (await import('./open-email.ts')).verifyMail(settings);
