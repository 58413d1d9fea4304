// The files that pages load: stylesheet, script, icon; each under a name made from its content.

import { sha256Hex } from '../lib/sha256.ts';
import { buildClientScript, buildGameScript } from './client-script.ts' with { type: 'macro' };
import { renderFaceSvg } from './face.tsx';
import adminStyles from './styles/admin.css' with { type: 'text' };
import baseStyles from './styles/base.css' with { type: 'text' };
import boardStyles from './styles/board.css' with { type: 'text' };
import formStyles from './styles/forms.css' with { type: 'text' };
import operatorStyles from './styles/operators.css' with { type: 'text' };
import securityStyles from './styles/security.css' with { type: 'text' };

/** A file that a page loads from this installation itself. */
export interface Asset {
  /** Where it is served, such as `/assets/0123456789abcdef.css`. */
  path: string;
  /** Its media type. */
  type: string;
  text: string;
}

/** Where assets are served, with a slash at the end. */
export const ASSETS_PATH = '/assets/';

function createAsset(extension: string, type: string, text: string): Asset {
  const digest = sha256Hex(text).slice(0, 20);
  return { path: `${ASSETS_PATH}${digest}.${extension}`, type, text };
}

const UNIT_PX = Number(/--unit: (\d+)px;/.exec(baseStyles)?.[1]);

/** Space and comments that say nothing to a browser are left out, and multiples of the unit worked out. */
function squeezeStyles(css: string): string {
  return css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/calc\(([\d.]+) \* var\(--unit\)\)/g, (_, times) => `${times * UNIT_PX}px`)
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replaceAll(': ', ':')
    .replaceAll(';}', '}')
    .trim();
}

/** What every page needs; error pages carry it inside, since they may not be able to load it. */
export const baseStylesText = squeezeStyles(baseStyles);

export const stylesheet = createAsset(
  'css',
  'text/css; charset=utf-8',
  [
    baseStylesText,
    ...[boardStyles, formStyles, operatorStyles, securityStyles, adminStyles].map(squeezeStyles),
  ].join('\n'),
);

export const script = createAsset('js', 'text/javascript; charset=utf-8', buildClientScript());

/** Boots the web client; only a page that has one loads it. */
export const gameScript = createAsset('js', 'text/javascript; charset=utf-8', buildGameScript());

/** The icon of all pages that are not of one server. */
export const siteIcon = createAsset(
  'svg',
  'image/svg+xml',
  renderFaceSvg('21212020112101220222212020200069'),
);

export const ASSETS: readonly Asset[] = [stylesheet, script, gameScript, siteIcon];
