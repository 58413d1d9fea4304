// Renders an email as subject, plain text and simple HTML, by the texts of its kind.

import { cleanText } from '../../platform/lib/text.ts';
import {
  type EmailBlock,
  type EmailTable,
  inWords,
  type LinkTo,
} from '../../platform/messages/email-kind.ts';
import { currentLanguage, inLanguage } from '../../platform/messages/language.ts';
import { accountPath } from '../../platform/messages/paths.ts';
import type { EmailMessage } from './email-ports.ts';
import { emailMessages as messages } from './messages.ts';
import type { EmailLook, Mail } from './outbox.ts';

export interface SenderLook {
  /** Host of the base URL, for message ids. */
  host: string;
  /** Reads the site's look. If the site has no name of its own, its name is the host. */
  readLook(): EmailLook;
  linkTo: LinkTo;
}

export function describeSender(
  baseUrl: string,
  readSite: () => Omit<EmailLook, 'address'> | undefined = () => undefined,
): SenderLook {
  const { host } = new URL(baseUrl);
  return {
    host,
    readLook: () => ({
      ...(readSite() ?? { name: host, accent: undefined, contact: undefined }),
      address: `${baseUrl}/`,
    }),
    linkTo: (page, token) => `${baseUrl}${accountPath(page, token)}`,
  };
}

type EmailText = Pick<Mail, 'subject' | 'text' | 'html'>;

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
    const moment = inWords(at ?? validUntil);
    const context = { site: look.name, moment, linkTo, account: { link: linkTo('account') } };
    // The email was stored with the facts of its kind.
    const facts = email as never;
    return render(email, kind.subject(facts, context), kind.write(facts, context), look);
  });
}

function render(
  { accountName }: EmailMessage,
  subject: string,
  blocks: readonly EmailBlock[],
  { name, address, contact, accent }: EmailLook,
): EmailText {
  const all: EmailBlock[] = [
    messages.greeting(accountName),
    ...blocks,
    messages.closing(name),
    // A site's own name does not say where the site is.
    ...(address.includes(`//${name}/`) ? [] : [{ link: address }]),
    ...(contact === undefined
      ? []
      : [messages.contact, { link: contact.href, label: contact.label }]),
  ];
  // The only styles. Nothing is loaded, so that nobody learns that the email was read.
  const edge =
    accent === undefined ? '' : ` style="border-top:4px solid ${accent};padding-top:1em"`;
  return {
    subject: cleanText(subject),
    text: `${all.map(toText).join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="${currentLanguage()}"><head><meta charset="utf-8"><title>${Bun.escapeHTML(
      cleanText(subject),
    )}</title></head><body${edge}>\n${all.map(toHtml).join('\n')}\n</body></html>\n`,
  };
}

function toText(block: EmailBlock): string {
  if (typeof block === 'string') return cleanText(block);
  return 'link' in block ? (block.label ?? block.link) : `    ${block.code}`;
}

function toHtml(block: EmailBlock): string {
  if (typeof block === 'string') return `<p>${Bun.escapeHTML(cleanText(block))}</p>`;
  if ('code' in block) return `<p><strong>${Bun.escapeHTML(block.code)}</strong></p>`;
  const { link, label = link } = block;
  return `<p><a href="${Bun.escapeHTML(link)}">${Bun.escapeHTML(label)}</a></p>`;
}
