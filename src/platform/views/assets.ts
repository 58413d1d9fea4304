// The files that pages load (stylesheet, scripts, icon), each named by a hash of its content.

import { contentDigest } from '../lib/digest.ts';
import { ASSETS_PATH } from '../messages/paths.ts';
import { bundle } from './bundle.ts' with { type: 'macro' };
import { renderFaceSvg } from './face.ts';

export interface Asset {
  path: string;
  type: string;
  text: string;
}

export function createAsset(extension: string, type: string, text: string): Asset {
  const digest = contentDigest(text);
  return { path: `${ASSETS_PATH}${digest}.${extension}`, type, text };
}

export const baseStylesText = bundle('platform/views/styles/plain.css');

const CSS = 'text/css; charset=utf-8';
export const JAVASCRIPT = 'text/javascript; charset=utf-8';

const nameColours = [...'0123456789abcde'].map((code) => `.c${code}{color:var(--c${code})}`);
const fills = Array.from({ length: 10 }, (_, at) => `.f${at + 1}{--fill:${at + 1}0%}`);

export const stylesheet = createAsset(
  'css',
  CSS,
  bundle('platform/views/styles/all.css') + [...nameColours, ...fills].join(''),
);

/** Every page except the list also loads this. Most people open the list first, and it stays small without it. */
export const otherPagesStylesheet = createAsset(
  'css',
  CSS,
  bundle('platform/views/styles/other-pages.css'),
);

export const adminStylesheet = createAsset('css', CSS, bundle('platform/views/styles/staff.css'));

export const apiDocsStylesheet = createAsset(
  'css',
  CSS,
  bundle('platform/views/styles/api-docs.css'),
);

export const script = createAsset('js', JAVASCRIPT, bundle('app/page-browser.ts'));

export const formScript = createAsset('js', JAVASCRIPT, bundle('app/forms-browser.ts'));

export const adminScript = createAsset('js', JAVASCRIPT, bundle('app/admin-browser.ts'));

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

/** The files of every page; modules have their own scripts. */
export const ASSETS: readonly Asset[] = [
  ...[stylesheet, otherPagesStylesheet, adminStylesheet, apiDocsStylesheet],
  ...[script, formScript, adminScript, siteIcon],
];
