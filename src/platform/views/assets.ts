// The files that pages load (stylesheet, scripts, icon), each named by a hash of its content.

import { sha256Hex } from '../lib/digest.ts';
import { ASSETS_PATH } from '../messages/paths.ts';
import { bundle } from './bundle.ts' with { type: 'macro' };
import { renderFaceSvg } from './face.ts';

export interface Asset {
  path: string;
  type: string;
  text: string;
}

export function createAsset(extension: string, type: string, text: string): Asset {
  const digest = sha256Hex(text).slice(0, 20);
  return { path: `${ASSETS_PATH}${digest}.${extension}`, type, text };
}

export const baseStylesText = bundle('styles/plain.css');

const CSS = 'text/css; charset=utf-8';
const JAVASCRIPT = 'text/javascript; charset=utf-8';

const nameColours = [...'0123456789abcde'].map((code) => `.c${code}{color:var(--c${code})}`);

export const stylesheet = createAsset('css', CSS, bundle('styles/all.css') + nameColours.join(''));

/** Every page except the list also loads this. Most people open the list first, and it stays small without it. */
export const otherPagesStylesheet = createAsset('css', CSS, bundle('styles/other-pages.css'));

export const adminStylesheet = createAsset('css', CSS, bundle('styles/staff.css'));

export const apiDocsStylesheet = createAsset('css', CSS, bundle('styles/api-docs.css'));

export const script = createAsset('js', JAVASCRIPT, bundle('../../app/page-browser.ts'));

export const formScript = createAsset('js', JAVASCRIPT, bundle('../../app/forms-browser.ts'));

export const gameScript = createAsset(
  'js',
  JAVASCRIPT,
  bundle('../../modules/web-client/game-browser.ts'),
);

/** The script is also the worker that shows notifications, so its path must not change. */
export const pushScript = {
  path: '/push.js',
  type: JAVASCRIPT,
  text: bundle('../../modules/rallies/push-browser.ts'),
};

export const siteIcon = createAsset(
  'svg',
  'image/svg+xml',
  renderFaceSvg('21212020112101220222212020200069'),
);

/** The icon as a PNG, one pixel per block. */
export const siteMark = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFAgMAAADwAc52AAAACVBMVEV83qVjuUZAZTT3nLcBAAAAF0lEQVR42mMQZGDwcGBQY2BwcWCY2AAAC7sCVeNNsCAAAAAASUVORK5CYII=',
  'base64',
);

export const ASSETS: readonly Asset[] = [
  ...[stylesheet, otherPagesStylesheet, adminStylesheet, apiDocsStylesheet],
  ...[script, formScript, gameScript, siteIcon],
];
