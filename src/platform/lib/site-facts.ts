// Facts of the site that its pages show: colours, links, logo, documents and notice.

/** The accent on light pages and on dark ones, as `#rrggbb`. */
export interface Accent {
  light: string;
  dark: string;
}

/** The colours behind everything, as `src/platform/views/styles/tokens.css` has them. */
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
  /** Ten digits that another text does not have. */
  version: string;
}

export type NoticeLevel = (typeof NOTICE_LEVELS)[number];

export const NOTICE_LEVELS = ['info', 'warning', 'outage'] as const;

/** A notice on all pages. Times are milliseconds since the Unix epoch. */
export interface Notice {
  text: string;
  level: NoticeLevel;
  /** When it ends by itself; `null` for never. */
  until: number | null;
  setAt: number;
}

/** What a site is called and looks like. It is never changed: another identity is another object. */
export interface SiteIdentity {
  /** Without a name of its own, the host. */
  readonly name: string;
  readonly isNamed: boolean;
  readonly description: string;
  readonly accent: Accent | undefined;
  readonly logo: Logo | undefined;
  readonly contact: SiteLink | undefined;
  readonly footerLinks: readonly SiteLink[];
  readonly rules: SiteDocument | undefined;
  readonly privacy: SiteDocument | undefined;
  /** Where players get the launcher; empty where nobody knows. */
  readonly launcherUrl: string;
}

/** The picture in previews of links, in pixels. */
export const CARD_SIZE = { width: 1200, height: 630 } as const;
