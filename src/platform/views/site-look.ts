// The look of an identity in each colour scheme: its accent's stylesheet, the styles of error pages, its logo and icon.

import { accentTokens } from '../lib/colours.ts';
import type { Accent, Logo, Notice, SiteIdentity } from '../lib/site-facts.ts';
import { ASSETS_PATH } from '../messages/paths.ts';
import {
  type Asset,
  baseStylesText,
  createAsset,
  siteIcon,
  siteMark,
  stylesheet,
} from './assets.ts';

export const SYSTEM_THEME = 'system';

export const THEMES = [SYSTEM_THEME, 'light', 'dark'] as const;

export type Theme = (typeof THEMES)[number];

export type ByTheme<Value> = Readonly<Record<Theme, Value>>;

function byTheme<Value>(make: (theme: Theme) => Value): ByTheme<Value> {
  return { system: make('system'), light: make('light'), dark: make('dark') };
}

/** The theme for the page's root element, which the tokens read; `undefined` when the system decides. */
export const themeMark = (theme: Theme) => (theme === SYSTEM_THEME ? undefined : theme);

/** The schemes that browsers may use for a page before its styles arrive. */
export const schemesOf = (theme: Theme) => (theme === SYSTEM_THEME ? 'light dark' : theme);

/** Multiples of the unit. They are shorter as pixels, and an error page must stay within 4 KiB. */
const MULTIPLE = /calc\(([\d.]+)\*var\(--unit\)\)(?=([\w#.-])?)/g;
const UNIT_PX = Number(/--unit:(\d+)px/.exec(baseStylesText)?.[1]);
// A parenthesis needs no space after it, but a number does.
const withPixels = baseStylesText.replace(
  MULTIPLE,
  (_, times, next) => `${times * UNIT_PX}px${next === undefined ? '' : ' '}`,
);

/** The bundler's replacement for `light-dark()`, for browsers without it. */
const PAIR = /var\(--buncss-light,([^)]*)\)var\(--buncss-dark,([^)]*)\)/g;
const TOKEN = /(--[\w-]+):[^;}]*;?/g;
const CHOICES = /@media \(prefers-color-scheme:dark\)\{:root\{\}\}|:root:where\([^{]*\{[^}]*\}/g;

function stylesOf(theme: Theme): string {
  const pair = { system: 'light-dark($1,$2)', light: '$1', dark: '$2' }[theme];
  const styles = withPixels.replace(PAIR, pair);
  // Drops tokens that only other pages use, such as the colours of names.
  return styles
    .replace(TOKEN, (token, name) => (styles.includes(`var(${name})`) ? token : ''))
    .replace(CHOICES, '')
    .replace('color-scheme:light dark', `color-scheme:${schemesOf(theme)}`);
}

/** The styles of error pages. An error page has one reader, so it holds only the styles of the reader's theme. */
export const plainStyles = byTheme(stylesOf);

export interface SiteLook {
  identity: SiteIdentity;
  stylesheet: Asset;
  plainStyles: ByTheme<string>;
  logoPath: string | undefined;
  icon: { path: string; type: string };
}

export interface SiteFrame {
  look: SiteLook;
  notice: Notice | undefined;
}

const looks = new WeakMap<SiteIdentity, SiteLook>();

export const lookOf = (identity: SiteIdentity): SiteLook =>
  looks.getOrInsertComputed(identity, createLook);

function createLook(identity: SiteIdentity): SiteLook {
  const { accent, logo } = identity;
  const styles = accent === undefined ? '' : describeAccent(accent, stylesheet.text);
  const path = logo && logoPath(logo);
  return {
    identity,
    stylesheet:
      styles === ''
        ? stylesheet
        : createAsset('css', stylesheet.type, `${stylesheet.text}${styles}`),
    plainStyles: byTheme((theme) => {
      const plain = plainStyles[theme];
      return accent === undefined ? plain : `${plain}${describeAccent(accent, plain)}`;
    }),
    logoPath: path,
    icon: path === undefined || logo === undefined ? siteIcon : { path, type: logo.type },
  };
}

function logoPath({ digest, extension }: Pick<Logo, 'digest' | 'extension'>): string {
  return `${ASSETS_PATH}${digest}.${extension}`;
}

/** The tokens of the accent that the styles use. Browsers without `light-dark` keep the usual green. */
function describeAccent(accent: Accent, styles: string): string {
  const [light, dark] = [accentTokens(accent.light, 'light'), accentTokens(accent.dark, 'dark')];
  const declarations = Object.entries(light)
    .filter(([name]) => styles.includes(`var(${name})`))
    .map(([name, one]) => `${name}:light-dark(${one},${dark[name]})`);
  return `@supports (color:light-dark(red,red)){:root{${declarations.join(';')}}}`;
}

/** A logo of few bytes may have very many pixels. */
const MAX_PIXELS = 2 ** 24;

/** The site's icon. One that is not square has `size` as its longer side. An SVG logo cannot be drawn here. */
export async function drawIcon({ logo }: SiteIdentity, size: number): Promise<Buffer> {
  const draw = async (bytes: Uint8Array<ArrayBuffer>) => {
    const image = new Bun.Image(bytes, { maxPixels: MAX_PIXELS });
    const { width, height } = await image.metadata();
    // A small logo keeps its edges: it may consist of blocks, like the mark.
    const filter = Math.max(width, height) < size ? 'nearest' : 'lanczos3';
    return image.resize(size, size, { fit: 'inside', filter }).png().buffer();
  };
  return draw(logo?.bytes ?? siteMark).catch(() => draw(siteMark));
}
