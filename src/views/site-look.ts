// How an identity looks in the browser: the stylesheet with its accent, its logo, its icon.

import { inkOn, mixColours } from '../lib/colours.ts';
import type { Accent, Logo, Notice, SiteIdentity } from '../site/site.ts';
import { ASSETS_PATH, type Asset, createAsset, siteIcon, stylesheet } from './assets.ts';
import { plainStyles } from './plain-styles.ts';
import { type ByTheme, byTheme } from './theme.ts';

/** What pages of an identity load. */
export interface SiteLook {
  identity: SiteIdentity;
  stylesheet: Asset;
  /** The inline style of error pages. */
  plainStyles: ByTheme<string>;
  /** Where the logo is served. */
  logoPath: string | undefined;
  icon: { path: string; type: string };
}

/** What every page has from the site: its look, and its notice while there is one. */
export interface SiteFrame {
  look: SiteLook;
  notice: Notice | undefined;
}

const looks = new WeakMap<SiteIdentity, SiteLook>();

/** The look of an identity; made once for each. */
export function lookOf(identity: SiteIdentity): SiteLook {
  let look = looks.get(identity);
  if (look === undefined) {
    look = createLook(identity);
    looks.set(identity, look);
  }
  return look;
}

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

/** Where a logo is served, under a name made from its content. */
function logoPath({ digest, extension }: Pick<Logo, 'digest' | 'extension'>): string {
  return `${ASSETS_PATH}${digest}.${extension}`;
}

/** The tokens of the accent and what follows from it, as far as the styles use them. Browsers that do not know `light-dark` keep the usual green. */
function describeAccent({ light, dark }: Accent, styles: string): string {
  const tokens = {
    accent: [light, dark],
    // Under the pointer it moves away from what is written on it.
    'accent-strong': [light, dark].map((colour) => mixColours(colour, awayFrom(colour), 0.2)),
    'accent-ink': [inkOn(light), inkOn(dark)],
    grass: [light, dark],
    'grass-shade': [mixColours(light, '#000000', 0.25), mixColours(dark, '#000000', 0.25)],
    blocks: [mixColours(light, '#ffffff', 0.55), mixColours(dark, '#161512', 0.55)],
  };
  const declarations = Object.entries(tokens)
    .filter(([name]) => styles.includes(`var(--${name})`))
    .map(([name, [one, other]]) => `--${name}:light-dark(${one},${other})`);
  return `@supports (color:light-dark(red,red)){:root{${declarations.join(';')}}}`;
}

function awayFrom(colour: string): string {
  return inkOn(colour) === '#ffffff' ? '#000000' : '#ffffff';
}
