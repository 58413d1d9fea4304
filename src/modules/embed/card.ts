// Draws the card of a server or of the site as an SVG. Link previews show it as a picture.

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

const [GROUND, LINE, TEXT, MUTED] = ['#161512', '#3b372f', '#eeebe3', '#aca596'] as const;
const [LEFT, RIGHT, BESIDE_ICON, GAP] = [60, 1140, 272, 24] as const;
const [PLAYERS_Y, FOOT_Y] = [348, 590] as const;
const LABEL = 30;
const CURVE = { left: LEFT, top: 384, width: RIGHT - LEFT, height: 140 };
/** A column is a quarter of an hour. */
const MAX_COLUMNS = 96;
/** The smallest scale, so that two players do not look like many. */
const LOWEST_TOP = 4;

export function drawCard(facts: CardFacts, font: Font): string {
  const { width, height } = CARD_SIZE;
  const wide = (text: string, size: number) => Math.ceil(font.widthOf(drawable(text, font), size));
  /** Writes a text in at most `most` lines, between `x` and `end`. */
  function write(
    text: string,
    x: number,
    y: number,
    size: number,
    ink: string,
    end: number = RIGHT,
    most = 1,
  ) {
    const lines = wrap(font, drawable(text, font), { size, width: end - x, most });
    const draw = (line: string, index: number) =>
      `<text x="${x}" y="${y + index * 60}" font-size="${size}" fill="${ink}">${Bun.escapeHTML(line)}</text>`;
    return lines.map(draw).join('\n');
  }
  const columns = columnsOf(facts.curve, MAX_COLUMNS, 'mean');
  const highest = Math.max(LOWEST_TOP, ...columns.map((players) => players ?? 0));
  const blocks = drawBlocks(columns, CURVE, roundUp(highest));
  // The text is a sentence, or two numbers with a label.
  const size = facts.playersLabel === '' ? 52 : 80;
  const afterPlayers = LEFT + wide(facts.players, size) + GAP;
  const curveLabel = blocks === '' ? '' : facts.curveLabel;
  const hostX = Math.max(width / 2, RIGHT - wide(facts.host, LABEL));
  const title = drawable(facts.title, font) === '' ? facts.host : facts.title;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="DejaVu Sans">
<path fill="${GROUND}" d="M0 0h${width}v${height}H0z"/>
<path fill="${facts.accent}" d="M0 0h${width}v12H0z${blocks}"/>
<image x="${LEFT}" y="60" width="176" height="176" style="image-rendering:optimizeSpeed" href="${facts.icon}"/>
<path fill="${LINE}" d="M${LEFT} ${CURVE.top + CURVE.height}H${RIGHT}v2H${LEFT}z"/>
${write(title, BESIDE_ICON, 104, 52, TEXT, RIGHT, 2)}
${write(facts.detail, BESIDE_ICON, 234, LABEL, MUTED)}
${write(facts.players, LEFT, PLAYERS_Y, size, TEXT)}
${write(facts.playersLabel, afterPlayers, PLAYERS_Y, LABEL, MUTED)}
${write(curveLabel, RIGHT - wide(curveLabel, LABEL), PLAYERS_Y, LABEL, MUTED)}
${write(facts.site, LEFT, FOOT_Y, LABEL, TEXT, hostX - GAP)}
${write(facts.host, hostX, FOOT_Y, LABEL, MUTED)}
</svg>`;
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
