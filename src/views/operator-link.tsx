// Sentences that tell people to contact the operator: a link, where the site has a contact.
/** @jsxImportSource preact */

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { siteMessages } from '../messages/messages.ts';
import type { SiteLink } from '../site/site.ts';

const Contact = createContext<SiteLink | undefined>(undefined);

/** Passes the site's contact on to everything in the page. */
export const ContactProvider = Contact.Provider;

/** A sentence, in which the words that name the operator are a link to the contact. */
export function Sentence({ text }: { text: string }) {
  const contact = useContext(Contact);
  const lower = text.toLowerCase();
  const phrase = siteMessages.operatorPhrases.find((each) => lower.includes(each.toLowerCase()));
  if (contact === undefined || phrase === undefined) return <>{text}</>;
  const start = lower.indexOf(phrase.toLowerCase());
  const end = start + phrase.length;
  return (
    <>
      {text.slice(0, start)}
      <a href={contact.href}>{text.slice(start, end)}</a>
      {text.slice(end)}
    </>
  );
}
