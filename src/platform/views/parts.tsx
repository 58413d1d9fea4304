// Small parts of many pages: sentences with the operator's contact, texts to copy, table heads, countries, names.
/** @jsxImportSource preact */

import { createContext, type HTMLAttributes } from 'preact';
import { useContext } from 'preact/hooks';
import { COLOUR_CODE, showText } from '../lib/colour-codes.ts';
import { findCountryName, findLanguageName } from '../lib/country-name.ts';
import type { SiteLink } from '../lib/site-facts.ts';
import { splitAtPhrase } from '../lib/split-phrase.ts';
import { currentLanguage } from '../messages/language.ts';
import { messages } from '../messages/messages.ts';
import { facePath } from '../messages/paths.ts';

const Contact = createContext<SiteLink | undefined>(undefined);

export const ContactProvider = Contact.Provider;

/** The contact of the site and the phrases that link to it; `undefined` without a contact. */
export function useContact(): { href: string; phrases: readonly string[] } | undefined {
  const contact = useContext(Contact);
  return contact && { href: contact.href, phrases: messages.operatorPhrases };
}

/** A sentence. Words in it that name the operator link to the contact. */
export function Sentence({ text }: { text: string }) {
  const contact = useContact();
  const parts = contact && splitAtPhrase(text, contact.phrases);
  if (contact === undefined || parts === undefined) return <>{text}</>;
  const [before, words, after] = parts;
  return (
    <>
      {before}
      <a href={contact.href}>{words}</a>
      {after}
    </>
  );
}

export function Paragraph({
  text,
  ...others
}: { text: string } & HTMLAttributes<HTMLParagraphElement>) {
  return (
    <p {...others}>
      <Sentence text={text} />
    </p>
  );
}

/** The items of a list; no two may be equal. */
export function Items({ texts }: { texts: readonly string[] }) {
  return (
    <>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </>
  );
}

export function CodeBlock({ text }: { text: string }) {
  return (
    <pre>
      <code>{text}</code>
    </pre>
  );
}

/** A link that looks like a button; renders nothing without `href`. */
export function ButtonLink({ href, label }: { href: string | undefined; label: string }) {
  if (href === undefined) return null;
  return (
    <a class="button quiet" href={href}>
      {label}
    </a>
  );
}

/** Lines for a file or a terminal. `what` names them for screen readers, at the button. */
export function CopyLine({ text, what }: { text: string; what: string }) {
  return (
    <div class="copy-line row">
      <CodeBlock text={text} />
      <CopyButton text={text} what={what} />
    </div>
  );
}

/** A button that the script shows. Without the script, people can still select the text. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  return (
    <button class="button quiet scripted-only" type="button" data-copy={text}>
      <CopyLabel text={messages.copy} /> <span class="hidden-label">{what}</span>
    </button>
  );
}

export function CopyLabel({ text }: { text: string }) {
  const { copied, copyFailed } = messages;
  return (
    <span data-done={copied} data-failed={copyFailed}>
      {text}
    </span>
  );
}

/** The head of a table; the last `counts` columns hold numbers. */
export function TableHead({ heads, counts = 0 }: { heads: readonly string[]; counts?: number }) {
  return (
    <thead>
      <tr>
        {heads.map((head, index) => (
          <th key={head} scope="col" class={index < heads.length - counts ? undefined : 'count'}>
            {head}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** The name of a country by its two-letter code; "unknown" in the page's language for any other code. */
export function countryName(code: string): string {
  return findCountryName(code, currentLanguage()) ?? messages.countryUnknown;
}

/** The name of a language by its two-letter code. */
export function languageName(code: string): string {
  return findLanguageName(code, currentLanguage()) ?? code;
}

/** The flag of a country; empty for an unknown code. */
export function flagOf(code: string): string {
  if (countryName(code) === messages.countryUnknown) return '';
  return [...code].map((letter) => String.fromCodePoint(letter.charCodeAt(0) + 0x1f1a5)).join('');
}

export function Country({ code }: { code: string }) {
  const flag = flagOf(code);
  return (
    <span class="country">
      {flag !== '' && (
        <span class="flag" aria-hidden="true">
          {flag}
        </span>
      )}
      <span class="country-name">{countryName(code)}</span>
    </span>
  );
}

/** The picture of a server; the server's name stands beside it. */
export function Face({ hash, icon }: { hash: string; icon?: string | null | undefined }) {
  return <img class="face" src={facePath(hash, icon)} alt="" loading="lazy" />;
}

/** A part of a name in one colour, a digit; `undefined` means the colour of the surrounding text. */
interface NamePart {
  text: string;
  colour: string | undefined;
}

/** The parts of a name as it is shown, none of them empty. A name of codes alone is shown as written. */
export function splitName(written: string): NamePart[] {
  const name = showText(written) || written;
  const parts: NamePart[] = [];
  let colour: string | undefined;
  let start = 0;
  for (const match of name.matchAll(COLOUR_CODE)) {
    if (match.index > start) parts.push({ text: name.slice(start, match.index), colour });
    colour = match[1]?.toLowerCase();
    start = match.index + match[0].length;
  }
  if (start < name.length) parts.push({ text: name.slice(start), colour });
  const isVisible = parts.some(({ text }) => text.trim() !== '');
  return isVisible ? parts : [{ text: name, colour: undefined }];
}

/** A name in its colours, each readable in both colour schemes. White appears in the colour of the text. */
export function ColouredName({ name }: { name: string }) {
  return (
    <bdi>
      <NameParts name={name} />
    </bdi>
  );
}

/** Like `ColouredName`, for a place that already isolates its text. */
export function NameParts({ name }: { name: string }) {
  return (
    <>
      {splitName(name).map(({ text, colour }, index) =>
        colour === undefined || colour === 'f' ? (
          text
        ) : (
          <i key={index} class={`c${colour}`}>
            {text}
          </i>
        ),
      )}
    </>
  );
}
