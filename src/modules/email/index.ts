// The face of the module: the exports that other modules may use.

import type { EmailSettings } from './settings.ts';

export type {
  EmailFacts,
  EmailJobStore,
  Mailer,
} from './email-ports.ts';
export type { EmailAdmin } from './outbox-admin.ts';

/** Logs in to the mail server without sending anything, and returns its place. Throws `unavailable`. */
export const verifyMail = async (settings: EmailSettings): Promise<string> =>
  (await import('./open-email.ts')).verifyMail(settings);
