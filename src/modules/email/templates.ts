// Turns each kind of email into a subject, a plain text and simple HTML.

import { findCountryName } from '../../platform/lib/country-name.ts';
import { endMinute } from '../../platform/lib/moment.ts';
import { cleanText } from '../../platform/lib/text.ts';
import { currentLanguage, inLanguage } from '../../platform/messages/language.ts';
import { formats } from '../../platform/messages/messages.ts';
import { type AccountPage, accountPath } from '../../platform/messages/paths.ts';
import { describeEvent } from '../webhooks/server-event.ts';
import type { EmailMessage, FactorChange } from './email-messages.ts';
import { emailMessages as messages } from './messages.ts';
import type { EmailLook } from './outbox.ts';

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
/**
 * A name that others chose. Mail programs make links of what looks like an address; an invisible word joiner after each
 * mark of one keeps it from looking so.
 */
const unlinked = (name: string) => name.replace(/[.:/@\uff0e\u3002](?=\S)/g, '$&\u2060');

type Block = string | { link: string; label?: string } | { code: string };

export function renderEmail(email: EmailMessage, look: EmailLook, linkTo: LinkTo): EmailText {
  return inLanguage(email.language, () => write(email, look, linkTo));
}

function write(email: EmailMessage, look: EmailLook, linkTo: LinkTo): EmailText {
  const { name, address, contact, accent } = look;
  const [subject, ...blocks] = describe(email, name, linkTo);
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
    html: `<!doctype html>\n<html lang="${currentLanguage()}"><head><meta charset="utf-8"><title>${Bun.escapeHTML(
      cleanText(subject),
    )}</title></head><body${edge}>\n${all.map(toHtml).join('\n')}\n</body></html>\n`,
  };
}

function toText(block: Block): string {
  if (typeof block === 'string') return cleanText(block);
  return 'link' in block ? (block.label ?? block.link) : `    ${block.code}`;
}

function toHtml(block: Block): string {
  if (typeof block === 'string') return `<p>${Bun.escapeHTML(cleanText(block))}</p>`;
  if ('code' in block) return `<p><strong>${Bun.escapeHTML(block.code)}</strong></p>`;
  const { link, label = link } = block;
  return `<p><a href="${Bun.escapeHTML(link)}">${Bun.escapeHTML(label)}</a></p>`;
}

/** The subject of an email, and what it says. */
function describe(
  email: EmailMessage,
  site: string,
  linkTo: LinkTo,
): readonly [subject: string, ...blocks: Block[]] {
  const account = { link: linkTo('account') };
  const moment = 'at' in email ? formats.formatMomentLong(email.at) : '';
  const until = 'validUntil' in email ? formats.formatMomentLong(email.validUntil) : '';
  switch (email.kind) {
    case 'verify address': {
      const blocks = linkAndCode(email, linkTo('verify', email.token));
      return [messages.verifySubject(site), messages.verify(site), ...blocks];
    }
    case 'confirm new address': {
      const blocks = linkAndCode(email, linkTo('confirmEmail', email.token));
      return [messages.confirmSubject(site), messages.confirm(site), ...blocks];
    }
    case 'address in use':
      return [messages.inUseSubject(site), messages.inUse(site), messages.inUseHelp];
    case 'reset password': {
      const link = linkTo('reset', email.token);
      const { resetSubject, reset, validUntil, notYou } = messages;
      return [resetSubject(site), reset(site), { link }, validUntil(until), notYou];
    }
    case 'address changed': {
      const link = linkTo('undoEmail', email.token);
      const { changedSubject, changed, changedUndo, changedUntil } = messages;
      return [changedSubject(site), changed(site), changedUndo, { link }, changedUntil(until)];
    }
    case 'password changed':
    case 'password set': {
      const { passwordSubject, password, passwordNotYou } = messages;
      const { passwordSetSubject, passwordSet, passwordNotAsked } = messages;
      return email.kind === 'password changed'
        ? [passwordSubject(site), password(site, moment), passwordNotYou, account]
        : [passwordSetSubject(site), passwordSet(site, moment), passwordNotAsked, account];
    }
    case 'account verified':
      return [messages.verifiedSubject(site), messages.verified(site, moment), account];
    case 'account suspended':
      return [messages.suspendedSubject(site), ...suspensionSentences(email, site, moment)];
    case 'account restored':
      return [messages.restoredSubject(site), messages.restored(site, moment), account];
    case 'account renamed': {
      const { accountName, newName } = email;
      const said = messages.renamed(site, accountName, newName, moment);
      return [messages.renamedSubject(site), said, messages.renamedNow(newName), account];
    }
    case 'login code': {
      const { codeSubject, code: said, typeCode, validUntil, codeNotYou } = messages;
      const typed = [typeCode, { code: email.code }, validUntil(until)];
      return [codeSubject(site), said(site), ...typed, codeNotYou, account];
    }
    case 'new device': {
      const said = messages.device(site, ...placeOf(email), moment);
      return [messages.deviceSubject(site), said, messages.wasNotYou, account];
    }
    case 'brute-force protection': {
      const { bruteForceSubject, bruteForce, bruteForceNow } = messages;
      return [bruteForceSubject(site), bruteForce(site, moment), bruteForceNow];
    }
    case 'wrong codes': {
      const said = messages.wrongCodes(site, ...placeOf(email), moment);
      return [messages.wrongCodesSubject(site), said, messages.wrongCodesNotYou, account];
    }
    case 'second factor changed': {
      const change = FACTOR_SENTENCES[email.change];
      const said = messages[change](site, moment);
      return [messages[`${change}Subject`](site), said, messages.wasNotYou, account];
    }
    case 'account deleted':
      return [messages.deletedSubject(site), messages.deleted(site, moment)];
    case 'report closed':
    case 'reported server unlisted': {
      const said = email.kind === 'report closed' ? 'report' : 'reportUnlisted';
      const sentence = messages[said](site, unlinked(email.serverName), moment);
      return [messages[`${said}Subject`](site), sentence, messages.reportAsked];
    }
    case 'server back': {
      const { serverSubject, serverBack, serverAsked } = messages;
      const link = linkTo('server', email.hash);
      return [
        serverSubject(site),
        serverBack(site, unlinked(email.serverName), moment),
        { link },
        serverAsked,
      ];
    }
    case 'rally met': {
      const { people, serverName, hash } = email;
      const said = [
        messages.rallyMet(people, unlinked(serverName), site),
        { link: linkTo('server', hash) },
      ];
      return [messages.rallySubject(people, site), ...said, messages.serverAsked];
    }
    case 'server moved': {
      const { movedSubject, moved, movedOwn, movedNotYou } = messages;
      const link = linkTo('ownServer', email.hash);
      const said = moved(site, unlinked(email.serverName), email.ip, moment);
      return [movedSubject(site), said, movedOwn, movedNotYou, { link }];
    }
    case 'server event': {
      const { eventSubject, eventAt, eventAsked } = messages;
      const { hash } = email.event;
      const link = hash === '' ? linkTo('webhooks') : linkTo('ownServer', hash);
      const said = describeEvent(email.event, email.event.type === 'off' ? undefined : unlinked);
      return [eventSubject(site), said, eventAt(moment), eventAsked, { link }];
    }
    case 'test':
      return [messages.testSubject(site), messages.test(site)];
  }
}

const FACTOR_SENTENCES = {
  'turned on': 'factorOn',
  'turned off': 'factorOff',
  'reset by an administrator': 'factorReset',
  'recovery code used': 'factorRecovery',
} as const satisfies Record<FactorChange, string>;

function placeOf({ device, country }: { device: string; country: string }) {
  const name = findCountryName(country, currentLanguage()) ?? messages.unknownCountry;
  return [messages.deviceName(device), name] as const;
}

function linkAndCode({ code, validUntil }: { code: string; validUntil: number }, link: string) {
  const until = messages.validUntil(formats.formatMomentLong(validUntil));
  return [{ link }, messages.orTypeCode, { code }, until, messages.notYou];
}

function suspensionSentences(
  { reason, until }: Extract<EmailMessage, { kind: 'account suspended' }>,
  site: string,
  moment: string,
): string[] {
  return [
    messages.suspended(site, moment),
    reason === '' ? messages.suspendedUnexplained : messages.suspendedReason(reason),
    until === null
      ? messages.suspendedForEver
      : messages.suspendedUntil(formats.formatMomentLong(endMinute(until))),
  ];
}
