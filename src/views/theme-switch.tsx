// The switch between light, dark and what the system says: a form, which the script sends without leaving the page.
/** @jsxImportSource preact */

import { themeMessages as messages } from '../messages/messages.ts';
import { THEMES, type Theme } from './theme.ts';

/** Path that the switch posts to. */
export const THEME_PATH = '/theme/';

/** The switch. */
export function ThemeSwitch({ theme }: { theme: Theme }) {
  return (
    <form class="frame switch theme" method="post" action={THEME_PATH} aria-label={messages.label}>
      <span>{messages.label}</span>
      {THEMES.map((each) => (
        <button
          key={each}
          type="submit"
          name="theme"
          value={each}
          aria-pressed={each === theme ? 'true' : 'false'}
        >
          {messages.names[each]}
        </button>
      ))}
    </form>
  );
}
