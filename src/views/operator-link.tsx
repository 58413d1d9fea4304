// Sentences that tell people to contact the operator: a link, where the site has a contact.
/** @jsxImportSource preact */

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { splitAtPhrase } from '../lib/split-phrase.ts';
import { siteMessages } from '../messages/messages.ts';
import type { SiteLink } from '../site/site.ts';

const Contact = createContext<SiteLink | undefined>(undefined);

export const ContactProvider = Contact.Provider;

/** The contact of the site and the words that link to it; `undefined` where there is no contact. */
export function useContact(): { href: string; phrases: readonly string[] } | undefined {
  const contact = useContext(Contact);
  return contact && { href: contact.href, phrases: siteMessages.operatorPhrases };
}

/** A sentence, in which the words that name the operator are a link to the contact. */
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
