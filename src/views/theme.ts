// The colour schemes that a page can be in.

/** As the reader's system says. */
export const SYSTEM_THEME = 'system';

/** The schemes in the order of the switch. */
export const THEMES = [SYSTEM_THEME, 'light', 'dark'] as const;

/** A colour scheme. */
export type Theme = (typeof THEMES)[number];

/** One value for each theme. */
export type ByTheme<Value> = Readonly<Record<Theme, Value>>;

/** Makes a value for each theme. */
export function byTheme<Value>(make: (theme: Theme) => Value): ByTheme<Value> {
  return { system: make('system'), light: make('light'), dark: make('dark') };
}

/** What the root element of a page in this theme says, for the tokens; nothing where the system decides. */
export const themeMark = (theme: Theme) => (theme === SYSTEM_THEME ? undefined : theme);

/** The schemes that browsers may draw a page in before its styles are there. */
export const schemesOf = (theme: Theme) => (theme === SYSTEM_THEME ? 'light dark' : theme);
