// Parsers for each value of a site's identity, for settings and forms.

import { requirePlainLine } from '../../platform/input/plain-line.ts';
import { contrastOf } from '../../platform/lib/colours.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { canonicalMailbox, isMailbox } from '../../platform/lib/mailbox.ts';
import { type Accent, PAGE_BACKGROUNDS, type SiteLink } from '../../platform/lib/site-facts.ts';
import { countCharacters, isVisible, quoteSeen } from '../../platform/lib/text.ts';
import { siteFailures as failures } from './messages.ts';

/** The forms with several fields, and the long texts and files, which have one form each. */
export const LOOKS = ['site_name', 'site_description', 'site_accent'] as const;
export const SITE_LINKS = ['contact', 'launcher_url', 'footer_links'] as const;
export const FILE_PARTS = ['site_logo', 'rules', 'privacy'] as const;
export const SITE_FIELDS = [...LOOKS, ...SITE_LINKS, ...FILE_PARTS];

export type SiteField = (typeof SITE_FIELDS)[number];

export const MAX_NAME_LENGTH = 60;
export const MAX_DESCRIPTION_LENGTH = 200;
export const MAX_FOOTER_LINKS = 8;
const MAX_LABEL_LENGTH = 40;
const MAX_URL_LENGTH = 500;

/** The contrast that buttons and other parts of a page need against their background (WCAG 2, 1.4.11). */
const LEAST_CONTRAST = 3;

export function parseSiteName(text: string): string {
  return parseLine(failures.labels.name, text, MAX_NAME_LENGTH);
}

export function parseSiteDescription(text: string): string {
  return parseLine(failures.labels.description, text, MAX_DESCRIPTION_LENGTH);
}

function parseLine(label: string, text: string, limit: number): string {
  const line = requirePlainLine(label, text.toWellFormed().trim(), limit);
  if (line === '' || isVisible(line)) return line;
  throw new Failure('invalid', failures.invisible(label));
}

/** Parses one colour for light and dark pages, or one for each. All parsers here throw `invalid`. */
export function parseAccent(text: string): Accent {
  const colours = text.trim().split(/[\s,]+/);
  const [light = '', dark = light] = colours.map(readColour);
  if (colours.length > 2 || !isColour(light) || !isColour(dark)) {
    throw new Failure('invalid', failures.noColour(quoteSeen(text, 64)));
  }
  refuseFaint(light, 'light');
  refuseFaint(dark, 'dark');
  return { light, dark };
}

export function formatAccent({ light, dark }: Accent): string {
  return light === dark ? light : `${light} ${dark}`;
}

function readColour(text: string): string {
  const lower = text.toLowerCase();
  return /^#[0-9a-f]{3}$/.test(lower) ? lower.replace(/[0-9a-f]/g, '$&$&') : lower;
}

function isColour(text: string): boolean {
  return /^#[0-9a-f]{6}$/.test(text);
}

function refuseFaint(colour: string, scheme: keyof typeof PAGE_BACKGROUNDS): void {
  const [worst] = PAGE_BACKGROUNDS[scheme]
    .map((background) => ({ background, ratio: contrastOf(colour, background) }))
    .sort((one, other) => one.ratio - other.ratio);
  if (worst === undefined || worst.ratio >= LEAST_CONTRAST) return;
  // Rounded down, so that 2.96 is not called 3.
  const seen = (Math.floor(worst.ratio * 10) / 10).toFixed(1);
  const sentence = failures.faint[scheme](colour, seen, worst.background, LEAST_CONTRAST);
  throw new Failure('invalid', sentence);
}

export function parseContactEmail(text: string): string {
  const address = text.trim();
  if (isMailbox(address)) return canonicalMailbox(address);
  throw new Failure('invalid', failures.noEmail(quoteSeen(text, 64)));
}

/** Parses the address of a page or file that pages link to. */
export function parsePageUrl(text: string): string {
  return readHref(text.trim(), ['http:', 'https:'], failures.noPage);
}

export function parseContact(text: string): string {
  const trimmed = text.trim();
  if (/^https?:/i.test(trimmed)) return parsePageUrl(trimmed);
  if (isMailbox(trimmed)) return canonicalMailbox(trimmed);
  throw new Failure('invalid', failures.noContact(quoteSeen(trimmed, 64)));
}

/** The link for a parsed contact. People see the address without its scheme. */
export function contactLink(contact: string): SiteLink {
  if (!contact.includes('://')) return { label: contact, href: `mailto:${contact}` };
  return { label: contact.replace(/^https?:\/\//, '').replace(/\/$/, ''), href: contact };
}

/** Parses a link of the footer. Returns the label, a space, and the address as browsers spell it. */
export function parseFooterLink(text: string): string {
  const [, label = '', address = ''] = /^(.+?)\s+(\S+)$/s.exec(text.trim()) ?? [];
  if (label === '') throw new Failure('invalid', failures.noLink(quoteSeen(text, 64)));
  const { linkLabel } = failures.labels;
  const shown = requirePlainLine(linkLabel, label.replace(/\s+/g, ' '), MAX_LABEL_LENGTH);
  if (!isVisible(shown)) throw new Failure('invalid', failures.invisible(linkLabel));
  const href = readHref(address, ['http:', 'https:', 'mailto:'], failures.noTarget);
  return `${shown} ${href}`;
}

export function parseFooterLinks(text: string): string[] {
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
  if (lines.length > MAX_FOOTER_LINKS) {
    throw new Failure('invalid', failures.links(lines.length, MAX_FOOTER_LINKS));
  }
  return lines.map(parseFooterLink);
}

export function splitFooterLink(text: string): SiteLink {
  const at = text.lastIndexOf(' ');
  return { label: text.slice(0, at), href: text.slice(at + 1) };
}

function readHref(
  text: string,
  schemes: readonly string[],
  refusal: (text: string, most: number) => string,
): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isKnown = url !== undefined && schemes.includes(url.protocol);
  const isComplete = url?.protocol === 'mailto:' ? isMailbox(url.pathname) : url?.hostname !== '';
  if (!isKnown || !isComplete || countCharacters(text) > MAX_URL_LENGTH || /\s/.test(url.href)) {
    throw new Failure('invalid', refusal(quoteSeen(text, 64), MAX_URL_LENGTH));
  }
  if (url.username === '' && url.password === '') return url.href;
  // The value is not quoted: it may hold a password.
  throw new Failure('invalid', failures.secretLink);
}
