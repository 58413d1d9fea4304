// Draws the card of a server or of the site as an SVG: the picture that previews of links show.

import { columnsOf, drawBlocks, roundUp } from '../list/history-line.ts';
import type { Font } from './font.ts';

export const CARD_SIZE = { width: 1200, height: 630 } as const;

/** What a card shows. All of it may come from outside, and is as long as it likes. */
export interface CardFacts {
  /** The icon, as a data URI. */
  picture: string;
  title: string;
  /** In place of a title of which the font has nothing. */
  untitled: string;
  detail: string;
  figure: string;
  figureLabel: string;
  /** Players of the last day at equal intervals, oldest first, `null` where nothing is known. */
  curve: readonly (number | null)[];
  curveLabel: string;
  site: string;
  host: string;
  /** `#rrggbb`. */
  accent: string;
}

const GROUND = '#161512';
const LINE = '#3b372f';
const TEXT = '#eeebe3';
const MUTED = '#aca596';

const MARGIN = 60;
const RIGHT = CARD_SIZE.width - MARGIN;
const PICTURE = 176;
const BESIDE_PICTURE = MARGIN + PICTURE + 36;
const CURVE = { left: MARGIN, top: 384, width: RIGHT - MARGIN, height: 140 };
/** A quarter of an hour each. */
const MOST_COLUMNS = 96;
/** The smallest scale, so that two players do not look like many. */
const LOWEST_TOP = 4;

const TITLE_WIDTH = RIGHT - BESIDE_PICTURE;
/** Beside it are one label or two. */
const FIGURE_WIDTH = 800;
const HOST_WIDTH = 520;
const GAP = 24;
const TITLE_SIZES = [64, 52, 44];
const MOST_TITLE_LINES = 2;
const FIGURE_SIZES = [80, 64, 48, 36];
const LABEL = 30;

/** The SVG; a text that does not fit is smaller, and cut at its smallest. */
export function drawCard(facts: CardFacts, font: Font): string {
  const plain = (text: string) => drawable(text, font);
  const oneLine = (text: string, sizes: readonly number[], width: number) =>
    fit(font, plain(text), { sizes, width, most: 1 });

  const title = fit(font, plain(facts.title) || plain(facts.untitled), {
    ...{ sizes: TITLE_SIZES, width: TITLE_WIDTH, most: MOST_TITLE_LINES },
  });
  const detail = fit(font, plain(facts.detail), {
    ...{ sizes: [LABEL], width: TITLE_WIDTH, most: 1 + MOST_TITLE_LINES - title.lines.length },
  }).lines.reverse();
  const figure = oneLine(facts.figure, FIGURE_SIZES, FIGURE_WIDTH);
  const figureEnd = MARGIN + font.widthOf(figure.lines[0] ?? '', figure.size);
  const host = oneLine(facts.host, [LABEL], HOST_WIDTH);
  const hostStart = RIGHT - font.widthOf(host.lines[0] ?? '', LABEL);
  const site = oneLine(facts.site, [LABEL], hostStart - GAP - MARGIN);

  const texts = [
    ...title.lines.map((line, index) =>
      write(line, BESIDE_PICTURE, MARGIN + title.size * (0.8 + 1.15 * index), title.size, TEXT),
    ),
    ...detail.map((line, above) =>
      write(line, BESIDE_PICTURE, MARGIN + PICTURE - 38 * above, LABEL, MUTED),
    ),
    ...figure.lines.map((line) => write(line, MARGIN, 348, figure.size, TEXT)),
    write(plain(facts.figureLabel), figureEnd + GAP, 348, LABEL, MUTED),
    ...site.lines.map((line) => write(line, MARGIN, 590, LABEL, TEXT)),
    ...host.lines.map((line) => write(line, RIGHT, 590, LABEL, MUTED, 'end')),
  ];
  const columns = columnsOf(facts.curve, MOST_COLUMNS, 'mean');
  const highest = Math.max(LOWEST_TOP, ...columns.map((players) => players ?? 0));
  const blocks = drawBlocks(columns, CURVE, roundUp(highest));
  if (blocks !== '') texts.push(write(plain(facts.curveLabel), RIGHT, 348, LABEL, MUTED, 'end'));
  const { width, height } = CARD_SIZE;
  const foot = CURVE.top + CURVE.height;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="DejaVu Sans">
<rect width="${width}" height="${height}" fill="${GROUND}"/>
<rect width="${width}" height="12" fill="${facts.accent}"/>
<image x="${MARGIN}" y="${MARGIN}" width="${PICTURE}" height="${PICTURE}" style="image-rendering:optimizeSpeed" href="${facts.picture}"/>
<path d="${blocks}" fill="${facts.accent}"/>
<rect x="${CURVE.left}" y="${foot}" width="${CURVE.width}" height="2" fill="${LINE}"/>
${texts.join('\n')}
</svg>`;
}

function write(
  text: string,
  x: number,
  y: number,
  size: number,
  ink: string,
  anchor: 'start' | 'end' = 'start',
): string {
  return `<text x="${Math.round(x)}" y="${Math.round(y)}" font-size="${size}" fill="${ink}" text-anchor="${anchor}">${Bun.escapeHTML(text)}</text>`;
}

/** More marks on one letter than any language has, which would be drawn over the lines beside it. */
const PILED_MARKS = /(\p{M}{2})\p{M}+/gu;

/** What the font has of a text: the usual form of an ornate letter, and nothing for what it lacks. */
export function drawable(text: string, font: Font): string {
  let drawn = '';
  for (const character of text.normalize('NFC').replace(PILED_MARKS, '$1')) {
    const usual = font.has(character) ? character : character.normalize('NFKC');
    if ([...usual].every((each) => font.has(each))) drawn += usual;
  }
  return drawn.replace(/\s+/g, ' ').trim();
}

interface Space {
  /** Largest first. */
  sizes: readonly number[];
  width: number;
  /** Lines. */
  most: number;
}

/** The lines of a text at the largest size at which all of it fits; at the smallest, what does not is cut. */
export function fit(font: Font, text: string, { sizes, width, most }: Space) {
  let made = { size: 0, lines: [''], isCut: true };
  for (const size of sizes) {
    if (made.isCut) made = { size, ...breakLines(font, text, { size, width, most }) };
  }
  return made;
}

function breakLines(
  font: Font,
  text: string,
  { size, width, most }: { size: number; width: number; most: number },
) {
  const lines: string[] = [];
  let rest = text;
  while (rest !== '') {
    if (font.widthOf(rest, size) <= width) return { lines: [...lines, rest], isCut: false };
    const isLast = lines.length === most - 1;
    const end = lengthWithin(font, rest, size, isLast ? width - font.widthOf('…', size) : width);
    if (isLast) return { lines: [...lines, `${rest.slice(0, end).trimEnd()}…`], isCut: true };
    const space = rest.lastIndexOf(' ', end);
    const at = space > 0 ? space : end;
    lines.push(rest.slice(0, at).trimEnd());
    rest = rest.slice(at).trimStart();
  }
  return { lines, isCut: false };
}

/** How much of a text fits, at least one character, so that it ends. */
function lengthWithin(font: Font, text: string, size: number, width: number): number {
  let length = 0;
  let used = 0;
  for (const character of text) {
    used += font.widthOf(character, size);
    if (used > width && length > 0) break;
    length += character.length;
  }
  return length;
}
