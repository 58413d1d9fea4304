// The switch between the languages: a form that leads back to the page.
/** @jsxImportSource preact */

import { currentLanguage, LANGUAGE_NAMES, LANGUAGES } from '../messages/language.ts';
import { messages } from '../messages/messages.ts';

/** Path that the switch posts to. */
export const LANGUAGE_PATH = '/language/';

/** The switch; each language is called as it calls itself. */
export function LanguageSwitch() {
  const { language: label } = messages.footer;
  return (
    <form class="frame switch" method="post" action={LANGUAGE_PATH} aria-label={label}>
      <span>{label}</span>
      {LANGUAGES.map((each) => (
        <button
          key={each}
          type="submit"
          name="language"
          value={each}
          lang={each}
          aria-pressed={each === currentLanguage() ? 'true' : 'false'}
        >
          {LANGUAGE_NAMES[each]}
        </button>
      ))}
    </form>
  );
}
