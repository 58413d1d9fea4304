// Turns each kind of email into a subject, a plain text and simple HTML.

import type { EmailMessage, FactorChange } from '../accounts/email-messages.ts';
import { findCountryName } from '../lib/country-name.ts';
import { escapeHtml } from '../lib/escape-html.ts';
import { endMinute } from '../lib/moment.ts';
import { cleanText } from '../lib/text.ts';
import { currentLanguage, inLanguage } from '../messages/language.ts';
import { formats, emailMessages as messages } from '../messages/messages.ts';
import { type AccountPage, accountPath } from '../messages/paths.ts';
import type { EmailLook } from './ports.ts';

export type LinkTo = (page: AccountPage, token?: string) => string;

export interface SenderLook {
  /** Host of the base URL, for message ids. */
  host: string;
  /** The present look of the site; without a name of its own, its name is the host. */
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

export interface EmailText {
  subject: string;
  text: string;
  html: string;
}

/** A paragraph, an address to open, which may have another text, or a code to type. */
type Block = string | { link: string; label?: string } | { code: string };

export function renderEmail(email: EmailMessage, look: EmailLook, linkTo: LinkTo): EmailText {
  return inLanguage(email.language, () => write(email, look, linkTo));
}

function write(email: EmailMessage, look: EmailLook, linkTo: LinkTo): EmailText {
  const { name, address, contact, accent } = look;
  const { subject, blocks } = describe(email, name, linkTo);
  const all: Block[] = [
    messages.greeting(email.accountName),
    ...blocks,
    messages.closing(name),
    // A name of its own does not say where the site is.
    ...(address.includes(`//${name}/`) ? [] : [{ link: address }]),
    ...(contact === undefined
      ? []
      : [messages.contact, { link: contact.href, label: contact.label }]),
  ];
  // No style but this, and nothing to load: an email does not tell anybody that it was read.
  const edge =
    accent === undefined ? '' : ` style="border-top:4px solid ${accent};padding-top:1em"`;
  return {
    subject: cleanText(subject),
    text: `${all.map(toText).join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="${currentLanguage()}"><head><meta charset="utf-8"><title>${escapeHtml(
      cleanText(subject),
    )}</title></head><body${edge}>\n${all.map(toHtml).join('\n')}\n</body></html>\n`,
  };
}

function toText(block: Block): string {
  if (typeof block === 'string') return cleanText(block);
  return 'link' in block ? (block.label ?? block.link) : `    ${block.code}`;
}

function toHtml(block: Block): string {
  if (typeof block === 'string') return `<p>${escapeHtml(cleanText(block))}</p>`;
  if ('code' in block) return `<p><strong>${escapeHtml(block.code)}</strong></p>`;
  const { link, label = link } = block;
  return `<p><a href="${escapeHtml(link)}">${escapeHtml(label)}</a></p>`;
}

function describe(
  email: EmailMessage,
  site: string,
  linkTo: LinkTo,
): { subject: string; blocks: Block[] } {
  const account = { link: linkTo('account') };
  switch (email.kind) {
    case 'verify address':
      return {
        subject: messages.verifySubject(site),
        blocks: [messages.verify(site), ...linkAndCode(email, linkTo('verify', email.token))],
      };
    case 'confirm new address':
      return {
        subject: messages.confirmSubject(site),
        blocks: [
          messages.confirm(site),
          ...linkAndCode(email, linkTo('confirmEmail', email.token)),
        ],
      };
    case 'address in use':
      return {
        subject: messages.inUseSubject(site),
        blocks: [messages.inUse(site), messages.inUseHelp],
      };
    case 'reset password':
      return {
        subject: messages.resetSubject(site),
        blocks: [
          messages.reset(site),
          { link: linkTo('reset', email.token) },
          messages.validUntil(formats.formatMomentLong(email.validUntil)),
          messages.notYou,
        ],
      };
    case 'address changed':
      return {
        subject: messages.changedSubject(site),
        blocks: [
          messages.changed(site),
          messages.changedUndo,
          { link: linkTo('undoEmail', email.token) },
          messages.changedUntil(formats.formatMomentLong(email.validUntil)),
        ],
      };
    case 'password changed':
      return {
        subject: messages.passwordSubject(site),
        blocks: [
          messages.password(site, formats.formatMomentLong(email.at)),
          messages.passwordNotYou,
          account,
        ],
      };
    case 'password set':
      return {
        subject: messages.passwordSubject(site),
        blocks: [
          messages.passwordSet(site, formats.formatMomentLong(email.at)),
          messages.passwordNotAsked,
          account,
        ],
      };
    case 'account verified':
      return {
        subject: messages.verifiedSubject(site),
        blocks: [messages.verified(site, formats.formatMomentLong(email.at)), account],
      };
    case 'account suspended':
      return { subject: messages.suspendedSubject(site), blocks: suspensionSentences(email, site) };
    case 'account restored':
      return {
        subject: messages.restoredSubject(site),
        blocks: [messages.restored(site, formats.formatMomentLong(email.at)), account],
      };
    case 'account renamed': {
      const { accountName, newName, at } = email;
      return {
        subject: messages.renamedSubject(site),
        blocks: [
          messages.renamed(site, accountName, newName, formats.formatMomentLong(at)),
          messages.renamedNow(newName),
          account,
        ],
      };
    }
    case 'login code':
      return {
        subject: messages.codeSubject(site),
        blocks: [
          messages.code(site),
          messages.typeCode,
          { code: email.code },
          messages.validUntil(formats.formatMomentLong(email.validUntil)),
          messages.codeNotYou,
          account,
        ],
      };
    case 'new device': {
      const { device, country, at } = email;
      return {
        subject: messages.deviceSubject(site),
        blocks: [
          messages.device(
            site,
            messages.deviceName(device),
            nameCountry(country),
            formats.formatMomentLong(at),
          ),
          messages.wasNotYou,
          account,
        ],
      };
    }
    case 'guessing noticed':
      return {
        subject: messages.bruteForceSubject(site),
        blocks: [
          messages.guessing(site, formats.formatMomentLong(email.at)),
          messages.bruteForceNow,
        ],
      };
    case 'wrong codes': {
      const { device, country, at } = email;
      return {
        subject: messages.wrongCodesSubject(site),
        blocks: [
          messages.wrongCodes(
            site,
            messages.deviceName(device),
            nameCountry(country),
            formats.formatMomentLong(at),
          ),
          messages.wrongCodesNotYou,
          account,
        ],
      };
    }
    case 'second factor changed':
      return {
        subject: messages.factorSubject(site),
        blocks: [factorSentence(email.change, site, email.at), messages.wasNotYou, account],
      };
    case 'account deleted':
      return {
        subject: messages.deletedSubject(site),
        blocks: [messages.deleted(site, formats.formatMomentLong(email.at))],
      };
    case 'report closed':
    case 'reported server unlisted': {
      const { kind, serverName, at } = email;
      const said = kind === 'report closed' ? messages.report : messages.reportUnlisted;
      return {
        subject: messages.reportSubject(site),
        blocks: [said(site, serverName, formats.formatMomentLong(at)), messages.reportAsked],
      };
    }
    case 'test':
      return { subject: messages.testSubject(site), blocks: [messages.test(site)] };
  }
}

function nameCountry(country: string): string {
  return findCountryName(country, currentLanguage()) ?? messages.unknownCountry;
}

function linkAndCode({ code, validUntil }: { code: string; validUntil: number }, link: string) {
  const until = messages.validUntil(formats.formatMomentLong(validUntil));
  return [{ link }, messages.orTypeCode, { code }, until, messages.notYou];
}

function suspensionSentences(
  { reason, until, at }: Extract<EmailMessage, { kind: 'account suspended' }>,
  site: string,
): string[] {
  return [
    messages.suspended(site, formats.formatMomentLong(at)),
    reason === '' ? messages.suspendedUnexplained : messages.suspendedReason(reason),
    until === null
      ? messages.suspendedForEver
      : messages.suspendedUntil(formats.formatMomentLong(endMinute(until))),
  ];
}

function factorSentence(change: FactorChange, site: string, at: number): string {
  const moment = formats.formatMomentLong(at);
  switch (change) {
    case 'turned on':
      return messages.factorOn(site, moment);
    case 'turned off':
      return messages.factorOff(site, moment);
    case 'reset by an administrator':
      return messages.factorReset(site, moment);
    case 'recovery code used':
      return messages.factorRecovery(site, moment);
  }
}
