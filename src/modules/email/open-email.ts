// Opens email as the settings configure it: the module of the running service, and its administration.

import { type Clock, systemClock } from '../../platform/lib/clock.ts';
import { systemTimers, type Timers } from '../../platform/lib/timers.ts';
import { currentLanguage } from '../../platform/messages/language.ts';
import type { TrackedCheck } from '../../platform/ops/readiness.ts';
import type { SiteModule } from '../site/index.ts';
import { type EmailModule, openMail } from './email.ts';
import { logoOfEmails } from './email-html.ts';
import type { Mailer } from './email-ports.ts';
import type { Report } from './events.ts';
import type { OutboxStore, Transport } from './outbox.ts';
import { createOutboxAdmin, type EmailAdmin, type OutboxAdmin } from './outbox-admin.ts';
import type { EmailSettings } from './settings.ts';
import { describeSender } from './templates.ts';
import { openTransport } from './transport.ts';

const REFUSED = 'The mail server does not accept emails. They are tried again; the log shows why.';

/** The facts about the site in emails: where links lead, its name and its look. */
interface Sender {
  settings: EmailSettings;
  site: Pick<SiteModule, 'identity'>;
  report: Report;
}

function describeSenderOf({ settings, site }: Sender) {
  return describeSender(settings.baseUrl, () => {
    const { name, accent, logo, contact } = site.identity();
    return { name, accent, logo: logo && logoOfEmails(logo), contact };
  });
}

/** Parts that tests replace. */
interface Overrides {
  clock?: Clock;
  timers?: Timers;
  transport?: Transport;
}

type Parts = Pick<
  Parameters<typeof openMail>[0],
  'outbox' | 'kinds' | 'composeEmails' | 'leadership'
>;

export async function openEmail(
  sender: Sender,
  { health, ...parts }: Parts & { health: TrackedCheck },
  overrides: Overrides,
): Promise<EmailModule & { admin: EmailAdmin }> {
  const { clock = systemClock, timers = systemTimers, transport } = overrides;
  const { report } = sender;
  const email = openMail({
    ...parts,
    clock,
    timers,
    look: describeSenderOf(sender),
    transport: transport ?? (await openConfiguredTransport(sender)),
    report(...event) {
      if (event[0] === 'email_sent') health.recover();
      if (event[0] === 'email_postponed') health.degrade(REFUSED);
      report(...event);
    },
  });
  const { mailer } = email;
  const admin: EmailAdmin = {
    ...openOutboxAdmin(sender, parts.outbox, overrides),
    isOn: mailer.isOpen,
    nameKind: (kind) => parts.kinds[kind]?.say.label ?? kind,
    queueTest: (to, accountName) =>
      mailer.send({ kind: 'test', to, accountName, language: currentLanguage() }),
  };
  return { ...email, admin };
}

export function openOutboxAdmin(
  sender: Sender,
  outbox: OutboxStore,
  { clock = systemClock, transport }: Overrides = {},
): OutboxAdmin {
  return createOutboxAdmin({
    outbox,
    clock,
    openTransport: async () => transport ?? (await openConfiguredTransport(sender)),
    look: describeSenderOf(sender),
  });
}

/** Logs in to the mail server without sending anything. Returns its place. Throws `unavailable`. */
export async function verifyMail(settings: EmailSettings): Promise<string> {
  await using transport = await openConfiguredTransport({ settings, report() {} });
  return (await transport?.verify()) ?? 'off';
}

export function reportEmailMode(
  { settings, report }: Pick<Sender, 'settings' | 'report'>,
  mailer: Mailer,
): void {
  if (settings.isDevelopment) report('mail_development');
  else if (!mailer.isOpen) report('mail_off');
}

function openConfiguredTransport({
  settings,
  report,
}: Pick<Sender, 'settings' | 'report'>): Promise<Transport | undefined> {
  return openTransport(settings, {
    timers: systemTimers,
    writeToLog: ({ kind, subject, text }) => report('email_written', { kind, subject, text }),
  });
}
