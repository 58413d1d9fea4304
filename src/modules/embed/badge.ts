// Renders a server's badge, an SVG picture for other sites with the server's name and number of players.

import { stripColourCodes } from '../../platform/lib/colour-codes.ts';
import { inkOn } from '../../platform/lib/colours.ts';
import { DEFAULT_ACCENT, type SiteIdentity } from '../../platform/lib/site-facts.ts';
import { cutText, textInXml } from '../../platform/lib/text.ts';
import { helpMessages } from '../start/messages.ts';

const messages = helpMessages.badge;
const NAME_LIMIT = 32;
const HEIGHT = 20;
const PADDING = 7;
const FONT_SIZE = 11;
/** Mean widths of letters of sans-serif fonts at `FONT_SIZE`. `textLength` makes browsers use these widths. */
const MIDDLE_WIDTH = 6.4;
const WIDTHS: readonly (readonly [letters: RegExp, width: number])[] = [
  [/[ fijlrtI.,:;|!'()[\]/-]/, 4],
  [/[mwMW@%]/, 9.5],
  [/[A-Z]/, 7.5],
  [/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60\u{1f300}-\u{1faff}]/u, 11],
];

const STONE = '#3a3733';
const GREY = '#68645e';

type BadgeSite = Pick<SiteIdentity, 'name' | 'isNamed' | 'accent'>;

/** Renders the badge. Without a server, it says offline. */
export function renderBadge(
  server: { name: string; counted: number; maxPlayers: number } | undefined,
  site: BadgeSite = { name: '', isNamed: false, accent: undefined },
): string {
  const name = server === undefined ? messages.unnamed : showName(server.name);
  const state =
    server === undefined ? messages.offline : messages.players(server.counted, server.maxPlayers);
  const place = textInXml(site.name);
  const label = site.isNamed ? messages.labelOn(name, state, place) : messages.label(name, state);
  const { light: box, dark } =
    server === undefined ? { light: GREY, dark: GREY } : (site.accent ?? DEFAULT_ACCENT);
  const nameWidth = widthOf(name);
  const stateWidth = widthOf(state);
  const nameBox = nameWidth + 2 * PADDING;
  const width = nameBox + stateWidth + 2 * PADDING;
  // Built without JSX, whose renderer would keep `]]>`, which XML forbids.
  const title = Bun.escapeHTML(label);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${title}">
<title>${title}</title>
<style>@media (prefers-color-scheme:dark){.state{fill:${dark}}.ink{fill:${inkOn(dark)}}}</style>
<rect width="${nameBox}" height="${HEIGHT}" fill="${STONE}"/>
<rect class="state" x="${nameBox}" width="${width - nameBox}" height="${HEIGHT}" fill="${box}"/>
<g font-family="system-ui,Verdana,sans-serif" font-size="${FONT_SIZE}">
${writeText({ x: PADDING, width: nameWidth, ink: 'fill="#ffffff"' }, name)}
${writeText({ x: nameBox + PADDING, width: stateWidth, ink: `class="ink" fill="${inkOn(box)}"` }, state)}
</g>
</svg>
`;
}

function writeText(place: { x: number; width: number; ink: string }, text: string): string {
  const { x, width, ink } = place;
  return `<text x="${x}" y="14" ${ink} textLength="${width}" lengthAdjust="spacingAndGlyphs">${Bun.escapeHTML(text)}</text>`;
}

function showName(name: string): string {
  const plain = stripColourCodes(textInXml(name));
  const cut = cutText(plain, NAME_LIMIT);
  return cut.length < plain.length ? `${cut.trimEnd()}…` : cut || messages.unnamed;
}

function widthOf(text: string): number {
  let width = 0;
  for (const character of text) {
    width += WIDTHS.find(([letters]) => letters.test(character))?.[1] ?? MIDDLE_WIDTH;
  }
  return Math.ceil(width);
}
