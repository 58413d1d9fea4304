// Turns each kind of letter into a subject, a plain text and simple HTML.

import type { FactorChange, Letter } from '../accounts/letters.ts';
import { type AccountPage, accountPath } from '../lib/account-paths.ts';
import { escapeHtml } from '../lib/escape-html.ts';
import { endMinute } from '../lib/moment.ts';
import { cleanText } from '../lib/text.ts';
import { momentInWords, words } from './words.ts';

/** The absolute address of a page, with its one-time token where it has one. */
export type LinkTo = (page: AccountPage, token?: string) => string;

/** How letters name the service at a base URL, and how they link back to it. */
export function describeSender(baseUrl: string): { site: string; linkTo: LinkTo } {
  return {
    site: new URL(baseUrl).host,
    linkTo: (page, token) => `${baseUrl}${accountPath(page, token)}`,
  };
}

/** What a letter says. */
export interface LetterText {
  subject: string;
  text: string;
  html: string;
}

/** A paragraph, an address to open, or a code to type. */
type Block = string | { link: string } | { code: string };

/** Writes a letter. `site` is the host that people know the service by. */
export function writeLetter(letter: Letter, site: string, linkTo: LinkTo): LetterText {
  const { subject, blocks } = compose(letter, site, linkTo);
  const all: Block[] = [words.greeting(letter.accountName), ...blocks, words.closing(site)];
  return {
    subject: cleanText(subject),
    text: `${all.map(toText).join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(
      cleanText(subject),
    )}</title></head><body>\n${all.map(toHtml).join('\n')}\n</body></html>\n`,
  };
}

function toText(block: Block): string {
  if (typeof block === 'string') return cleanText(block);
  return 'link' in block ? block.link : `    ${block.code}`;
}

function toHtml(block: Block): string {
  if (typeof block === 'string') return `<p>${escapeHtml(cleanText(block))}</p>`;
  if ('code' in block) return `<p><strong>${escapeHtml(block.code)}</strong></p>`;
  const link = escapeHtml(block.link);
  return `<p><a href="${link}">${link}</a></p>`;
}

function compose(
  letter: Letter,
  site: string,
  linkTo: LinkTo,
): { subject: string; blocks: Block[] } {
  const account = { link: linkTo('account') };
  switch (letter.kind) {
    case 'verify address':
      return {
        subject: words.verifySubject(site),
        blocks: [words.verify(site), ...linkAndCode(letter, linkTo('verify', letter.token))],
      };
    case 'confirm new address':
      return {
        subject: words.confirmSubject(site),
        blocks: [words.confirm(site), ...linkAndCode(letter, linkTo('confirmEmail', letter.token))],
      };
    case 'address in use':
      return { subject: words.inUseSubject(site), blocks: [words.inUse(site), words.inUseHelp] };
    case 'reset password':
      return {
        subject: words.resetSubject(site),
        blocks: [
          words.reset(site),
          { link: linkTo('reset', letter.token) },
          words.validUntil(momentInWords(letter.validUntil)),
          words.notYou,
        ],
      };
    case 'address changed':
      return {
        subject: words.changedSubject(site),
        blocks: [
          words.changed(site),
          words.changedUndo,
          { link: linkTo('undoEmail', letter.token) },
          words.changedUntil(momentInWords(letter.validUntil)),
        ],
      };
    case 'password changed':
      return {
        subject: words.passwordSubject(site),
        blocks: [words.password(site, momentInWords(letter.at)), words.passwordNotYou, account],
      };
    case 'password set':
      return {
        subject: words.passwordSubject(site),
        blocks: [
          words.passwordSet(site, momentInWords(letter.at)),
          words.passwordNotAsked,
          account,
        ],
      };
    case 'account verified':
      return {
        subject: words.verifiedSubject(site),
        blocks: [words.verified(site, momentInWords(letter.at)), account],
      };
    case 'account suspended':
      return { subject: words.suspendedSubject(site), blocks: suspensionSentences(letter, site) };
    case 'account restored':
      return {
        subject: words.restoredSubject(site),
        blocks: [words.restored(site, momentInWords(letter.at)), account],
      };
    case 'account renamed': {
      const { accountName, newName, at } = letter;
      return {
        subject: words.renamedSubject(site),
        blocks: [
          words.renamed(site, accountName, newName, momentInWords(at)),
          words.renamedNow(newName),
          account,
        ],
      };
    }
    case 'login code':
      return {
        subject: words.codeSubject(site),
        blocks: [
          words.code(site),
          words.typeCode,
          { code: letter.code },
          words.validUntil(momentInWords(letter.validUntil)),
          words.codeNotYou,
          account,
        ],
      };
    case 'new device': {
      const { device, country, at } = letter;
      return {
        subject: words.deviceSubject(site),
        blocks: [words.device(site, device, country, momentInWords(at)), words.wasNotYou, account],
      };
    }
    case 'guessing noticed':
      return {
        subject: words.guessingSubject(site),
        blocks: [words.guessing(site, momentInWords(letter.at)), words.guessingNow],
      };
    case 'wrong codes': {
      const { device, country, at } = letter;
      return {
        subject: words.wrongCodesSubject(site),
        blocks: [
          words.wrongCodes(site, device, country, momentInWords(at)),
          words.wrongCodesNotYou,
          account,
        ],
      };
    }
    case 'second factor changed':
      return {
        subject: words.factorSubject(site),
        blocks: [factorSentence(letter.change, site, letter.at), words.wasNotYou, account],
      };
    case 'account deleted':
      return {
        subject: words.deletedSubject(site),
        blocks: [words.deleted(site, momentInWords(letter.at))],
      };
    case 'test':
      return { subject: words.testSubject(site), blocks: [words.test(site)] };
  }
}

function linkAndCode({ code, validUntil }: { code: string; validUntil: number }, link: string) {
  const until = words.validUntil(momentInWords(validUntil));
  return [{ link }, words.orTypeCode, { code }, until, words.notYou];
}

function suspensionSentences(
  { reason, until, at }: Extract<Letter, { kind: 'account suspended' }>,
  site: string,
): string[] {
  return [
    words.suspended(site, momentInWords(at)),
    reason === '' ? words.suspendedUnexplained : words.suspendedReason(reason),
    until === null ? words.suspendedForEver : words.suspendedUntil(momentInWords(endMinute(until))),
  ];
}

function factorSentence(change: FactorChange, site: string, at: number): string {
  const moment = momentInWords(at);
  switch (change) {
    case 'turned on':
      return words.factorOn(site, moment);
    case 'turned off':
      return words.factorOff(site, moment);
    case 'reset by an administrator':
      return words.factorReset(site, moment);
    case 'recovery code used':
      return words.factorRecovery(site, moment);
  }
}
