// Facts of the site for its pages: colours, links, logo, documents and notice.

/** The accent on light and on dark pages, as `#rrggbb`. */
export interface Accent {
  light: string;
  dark: string;
}

/** The accent of a site without its own: `--join` in `src/platform/views/styles/tokens.css`. */
export const DEFAULT_ACCENT: Accent = { light: '#2c6a1c', dark: '#86cf62' };

/** The page backgrounds, as in `src/platform/views/styles/tokens.css`. */
export const PAGE_BACKGROUNDS = {
  light: ['#f4f2ed', '#ffffff'],
  dark: ['#161512', '#201e1a'],
} as const;

export interface SiteLink {
  label: string;
  href: string;
}

export interface Logo {
  type: 'image/png' | 'image/webp' | 'image/svg+xml';
  extension: 'png' | 'webp' | 'svg';
  digest: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export interface SiteDocument {
  text: string;
  /** Ten digits, different for each text. */
  version: string;
}

export type NoticeLevel = (typeof NOTICE_LEVELS)[number];

export const NOTICE_LEVELS = ['info', 'warning', 'outage'] as const;

/** A notice on all pages. Times are milliseconds since the Unix epoch. */
export interface Notice {
  text: string;
  level: NoticeLevel;
  /** When the notice ends; `null` for never. */
  until: number | null;
  setAt: number;
}

/** The name and look of a site. The object never changes; a new identity is a new object. */
export interface SiteIdentity {
  /** The host when the site has no name of its own. */
  readonly name: string;
  readonly isNamed: boolean;
  readonly description: string;
  readonly accent: Accent | undefined;
  readonly logo: Logo | undefined;
  readonly contact: SiteLink | undefined;
  readonly footerLinks: readonly SiteLink[];
  readonly rules: SiteDocument | undefined;
  readonly privacy: SiteDocument | undefined;
  /** Where players get the launcher; empty when unknown. */
  readonly launcherUrl: string;
}

/** Size of the picture in link previews, in pixels. */
export const CARD_SIZE = { width: 1200, height: 630 } as const;
