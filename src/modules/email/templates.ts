// Renders an email as subject, plain text and HTML, by the texts of its kind.

import { cleanText } from '../../platform/lib/text.ts';
import {
  type EmailBlock,
  type EmailContext,
  type EmailTable,
  inWords,
} from '../../platform/messages/email-kind.ts';
import { inLanguage } from '../../platform/messages/language.ts';
import { type AccountPage, accountPath } from '../../platform/messages/paths.ts';
import { type EmailContent, renderHtml } from './email-html.ts';
import type { EmailMessage } from './email-ports.ts';
import { emailMessages as messages } from './messages.ts';
import type { EmailLook, Mail } from './outbox.ts';

export interface SenderLook {
  /** Host of the base URL, for message ids. */
  host: string;
  /** Reads the site's look. If the site has no name of its own, its name is the host. */
  readLook(): EmailLook;
  linkTo(page: AccountPage, token?: string): string;
}

export function describeSender(
  baseUrl: string,
  readSite: () => Omit<EmailLook, 'address'> | undefined = () => undefined,
): SenderLook {
  const { host } = new URL(baseUrl);
  return {
    host,
    readLook: () => ({
      ...(readSite() ?? { name: host, accent: undefined, logo: undefined, contact: undefined }),
      address: `${baseUrl}/`,
    }),
    linkTo: (page, token) => `${baseUrl}${accountPath(page, token)}`,
  };
}

type EmailText = Pick<Mail, 'subject' | 'text' | 'html' | 'logo'>;

/** Throws for a kind that is not in the table. */
export function renderEmail(
  kinds: EmailTable,
  email: EmailMessage,
  { readLook, linkTo }: Pick<SenderLook, 'readLook' | 'linkTo'>,
): EmailText {
  const kind = Object.hasOwn(kinds, email.kind) ? kinds[email.kind] : undefined;
  if (kind === undefined) throw new Error(`Emails of the kind ${email.kind} are not known.`);
  return inLanguage(email.language, () => {
    const look = readLook();
    const { at, validUntil = 0 } = email;
    const link: EmailContext['linkTo'] = (page, token) => ({
      link: linkTo(page, token),
      label: messages.buttons[page],
    });
    const moment = inWords(at ?? validUntil);
    const context = { site: look.name, moment, linkTo: link, account: link('account') };
    // The email was stored with the facts of its kind.
    const facts = email as never;
    const blocks = kind.write(facts, context);
    const content = compose(email, kind.subject(facts, context), blocks, look);
    return {
      subject: content.subject,
      text: `${[...content.body, ...content.footer].map(toText).join('\n\n')}\n`,
      html: renderHtml(content, look),
      logo: look.logo,
    };
  });
}

function compose(
  { accountName }: EmailMessage,
  subject: string,
  blocks: readonly EmailBlock[],
  { name, address, contact }: EmailLook,
): EmailContent {
  const coded = blocks.find((block) => typeof block === 'object' && 'code' in block);
  const noteAt = blocks.findIndex((block) => typeof block === 'object' && 'note' in block);
  const bodyEnd = noteAt === -1 ? blocks.length : noteAt;
  const footer: EmailBlock[] = [...blocks.slice(bodyEnd), messages.closing(name)];
  // A site's own name does not say where the site is.
  if (!address.includes(`//${name}/`)) footer.push({ link: address, label: address });
  if (contact !== undefined) {
    const { href, label } = contact;
    footer.push(messages.contact, { link: href, label, text: label });
  }
  return {
    // The code comes first, so that a notification shows it and nobody has to open the email.
    subject: cleanText(coded === undefined ? subject : `${coded.code} – ${subject}`),
    body: [messages.greeting(accountName), ...blocks.slice(0, bodyEnd)],
    footer,
  };
}

function toText(block: EmailBlock): string {
  if (typeof block === 'string') return cleanText(block);
  if ('note' in block) return cleanText(block.note);
  return 'code' in block ? `    ${block.code}` : (block.text ?? block.link);
}
