// The face of the module: what other modules may use of it.

export type {
  EmailComposer,
  EmailFacts,
  EmailJob,
  EmailJobStore,
  EmailMessage,
  FactorChange,
  Mailer,
  NewEmailJob,
  NoticeFacts,
  OwnerNotice,
} from './email-messages.ts';
export type { EmailAdmin } from './outbox-admin.ts';
