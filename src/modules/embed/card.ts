// Draws the card of a server or of the site as an SVG. Link previews show it as a picture.

import { inkOn, mixColours } from '../../platform/lib/colours.ts';
import { CARD_SIZE } from '../../platform/lib/site-facts.ts';
import { columnsOf, drawBlocks, roundUp } from '../history/index.ts';
import type { Font } from './font.ts';

/** The contents of a card. Texts can have any length and come from anybody. */
export interface CardFacts {
  /** A data URI. */
  icon: string;
  title: string;
  detail: string;
  players: string;
  playersLabel: string;
  /** Players of the last day at equal intervals, oldest first; `null` if unknown. */
  curve: readonly (number | null)[];
  curveLabel: string;
  site: string;
  host: string;
  /** `#rrggbb`. */
  accent: string;
}

const [GROUND, TEXT, MUTED] = ['#161512', '#eeebe3', '#aca596'] as const;
const { width: WIDTH, height: HEIGHT } = CARD_SIZE;
const [LEFT, RIGHT, GAP] = [60, WIDTH - 60, 24] as const;
const ICON = { top: 56, size: 240 };
const TITLE_X = LEFT + ICON.size + 2 * GAP;
/** The height of a line, as a multiple of its size. */
const LEADING = 1.12;
/** Previews are often 300 pixels wide, where this size is 10 pixels. */
const LABEL = 40;
const LABEL_LEADING = 50;
const PLAYERS_Y = 384;
/** The band in the site's colour, with the site's name. The plot of the day stands on this band. */
const BAND = { top: 546, textY: 602 };
const CURVE = { left: 0, top: 412, width: WIDTH, height: BAND.top - 412 };
/** A column is a quarter of an hour. */
const MAX_COLUMNS = 96;
/** The smallest scale, so that two players do not look like many. */
const LOWEST_TOP = 4;

export function drawCard(facts: CardFacts, font: Font): string {
  const { accent } = facts;
  const columns = columnsOf(facts.curve, MAX_COLUMNS, 'mean');
  const highest = Math.max(LOWEST_TOP, ...columns.map((players) => players ?? 0));
  const blocks = drawBlocks(columns, CURVE, roundUp(highest));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="DejaVu Sans">
<path fill="${GROUND}" d="M0 0h${WIDTH}v${HEIGHT}H0z"/>
<path fill="${mixColours(accent, GROUND, 0.5)}" d="${blocks}"/>
<path fill="${accent}" d="M0 ${BAND.top}h${WIDTH}V${HEIGHT}H0z"/>
<image x="${LEFT}" y="${ICON.top}" width="${ICON.size}" height="${ICON.size}" style="image-rendering:optimizeSpeed" href="${facts.icon}"/>
${writeTitle(facts, font)}
${writePlayers(facts, font, blocks === '' ? '' : facts.curveLabel)}
${writeBand(facts, font)}
</svg>`;
}

/** Writes the name and the detail beside the icon, centred on its height. */
function writeTitle(facts: CardFacts, font: Font): string {
  const width = RIGHT - TITLE_X;
  const detail = drawable(facts.detail, font);
  const heightForDetail = detail === '' ? 0 : LABEL_LEADING;
  const title = fit(font, drawable(facts.title, font) || facts.host, {
    sizes: [96, 80, 68, 56, 48, LABEL],
    width,
    height: ICON.size - heightForDetail,
  });
  const leading = title.size * LEADING;
  const titleHeight = title.lines.length * leading;
  const most = Math.floor((ICON.size - titleHeight) / LABEL_LEADING);
  const details = wrap(font, detail, { size: LABEL, width, most });
  const top = ICON.top + (ICON.size - titleHeight - details.length * LABEL_LEADING) / 2;
  return [
    ...title.lines.map((line, index) =>
      writeText(line, TITLE_X, top + index * leading + title.size * 0.9, title.size, TEXT),
    ),
    ...details.map((line, index) =>
      writeText(line, TITLE_X, top + titleHeight + index * LABEL_LEADING + LABEL, LABEL, MUTED),
    ),
  ].join('\n');
}

function writePlayers(facts: CardFacts, font: Font, curveLabel: string): string {
  // The text is a sentence, or two numbers with a label.
  const sizes = facts.playersLabel === '' ? [60, 52, 44] : [88];
  const curveX = RIGHT - font.widthOf(curveLabel, LABEL);
  const width = curveX - GAP - LEFT;
  const { size, lines } = fit(font, facts.players, { sizes, width, height: LABEL_LEADING * 2 });
  const [players = ''] = lines;
  const labelX = LEFT + font.widthOf(players, size) + GAP;
  return [
    writeText(players, LEFT, PLAYERS_Y, size, TEXT),
    writeText(facts.playersLabel, labelX, PLAYERS_Y, LABEL, MUTED),
    writeText(curveLabel, curveX, PLAYERS_Y, LABEL, MUTED),
  ].join('\n');
}

/** Writes the site's name, and its host if there is room. */
function writeBand({ site, host, accent }: CardFacts, font: Font): string {
  const [name = host, place = ''] = [site, host]
    .map((text) => drawable(text, font))
    .filter(Boolean);
  const ink = inkOn(accent);
  const placeX = RIGHT - font.widthOf(place, LABEL);
  const hasRoom = LEFT + font.widthOf(name, LABEL) + GAP <= placeX;
  const [line = ''] = wrap(font, name, { size: LABEL, width: RIGHT - LEFT, most: 1 });
  const shown = writeText(line, LEFT, BAND.textY, LABEL, ink);
  return hasRoom ? `${shown}\n${writeText(place, placeX, BAND.textY, LABEL, ink)}` : shown;
}

function writeText(text: string, x: number, y: number, size: number, ink: string): string {
  if (text === '') return '';
  return `<text x="${Math.round(x)}" y="${Math.round(y)}" font-size="${size}" fill="${ink}">${Bun.escapeHTML(text)}</text>`;
}

/** Finds the first size at which a text fits with whole words. If none fits, breaks words, and then cuts the text. */
function fit(
  font: Font,
  text: string,
  { sizes, width, height }: { sizes: readonly number[]; width: number; height: number },
): { size: number; lines: string[] } {
  const tries = sizes.map((size) => {
    const most = Math.floor(height / (size * LEADING));
    return { size, lines: wrap(font, text, { size, width, most }) };
  });
  return (
    tries.find(({ lines }) => lines.join(' ') === text) ??
    tries.find(({ lines }) => !lines.at(-1)?.endsWith('…')) ??
    tries.at(-1) ?? { size: LABEL, lines: [] }
  );
}

/** More marks on one letter than any language uses. They would cover the lines beside it. */
const PILED_MARKS = /(\p{M}{2})\p{M}+/gu;

/** Returns the text as the font can draw it: ornate letters in their usual form, unknown ones left out. */
export function drawable(text: string, font: Font): string {
  const drawn = [...text.normalize('NFC').replace(PILED_MARKS, '$1')]
    .map((each) => (font.has(each) ? each : each.normalize('NFKC')))
    .filter((each) => [...each].every(font.has));
  return drawn.join('').replace(/\s+/g, ' ').trim();
}

/** Breaks a text into lines that fit, at spaces if possible. Cuts everything after `most` lines. */
export function wrap(
  font: Font,
  text: string,
  { size, width, most }: { size: number; width: number; most: number },
): string[] {
  const fits = (part: string) => font.widthOf(part, size) <= width;
  if (text === '') return [];
  if (fits(text)) return [text];
  const mark = most === 1 ? '…' : '';
  const characters = [...text];
  while (characters.length > 1 && !fits(`${characters.join('').trimEnd()}${mark}`))
    characters.pop();
  const part = characters.join('');
  if (most === 1) return [`${part.trimEnd()}…`];
  const space = part.lastIndexOf(' ');
  const line = space > 0 && text[part.length] !== ' ' ? part.slice(0, space) : part;
  const rest = text.slice(line.length).trimStart();
  return [line.trimEnd(), ...wrap(font, rest, { size, width, most: most - 1 })];
}
