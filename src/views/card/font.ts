// Reads from a TrueType font which characters it can draw, and how wide each is.

export interface Font {
  has(character: string): boolean;
  /** In pixels, for letters of `size` pixels. */
  widthOf(text: string, size: number): number;
}

/** The form of the character table that has those beyond U+FFFF. */
const ALL_OF_UNICODE = 12;

/** Throws where the file is no font with such a table. */
export function readFont(bytes: Uint8Array): Font {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables = new Map<string, number>();
  for (let entry = 12; entry < 12 + 16 * view.getUint16(4); entry += 16) {
    const name = String.fromCharCode(...bytes.subarray(entry, entry + 4));
    tables.set(name, view.getUint32(entry + 8));
  }
  const tableAt = (name: string): number => {
    const at = tables.get(name);
    if (at === undefined) throw new Error(`The font has no table ${name}.`);
    return at;
  };
  const unitsOfEm = view.getUint16(tableAt('head') + 18);
  const lastWidth = view.getUint16(tableAt('hhea') + 34) - 1;
  const glyphs = readGlyphs(view, tableAt('cmap'));
  const glyphOf = (character: string) => glyphs.get(character.codePointAt(0) ?? 0);

  return {
    has: (character) => glyphOf(character) !== undefined,
    widthOf(text, size) {
      let units = 0;
      for (const character of text) {
        const glyph = Math.min(glyphOf(character) ?? 0, lastWidth);
        units += view.getUint16(tableAt('hmtx') + 4 * glyph);
      }
      return (units * size) / unitsOfEm;
    },
  };
}

/** The number of each character's picture in the font, by code point. */
function readGlyphs(view: DataView, cmap: number): ReadonlyMap<number, number> {
  const glyphs = new Map<number, number>();
  for (let entry = cmap + 4; entry < cmap + 4 + 8 * view.getUint16(cmap + 2); entry += 8) {
    const table = cmap + view.getUint32(entry + 4);
    if (view.getUint16(table) !== ALL_OF_UNICODE) continue;
    for (let index = 0; index < view.getUint32(table + 12); index += 1) {
      const group = table + 16 + 12 * index;
      const [first, last] = [view.getUint32(group), view.getUint32(group + 4)];
      const glyph = view.getUint32(group + 8);
      for (let code = first; code <= last; code += 1) glyphs.set(code, glyph + code - first);
    }
    return glyphs;
  }
  throw new Error('The font has no table of all characters.');
}
