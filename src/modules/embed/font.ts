// Reads which characters a TrueType font can draw, and their widths.

export interface Font {
  has(character: string): boolean;
  /** The width in pixels, for letters of `size` pixels. */
  widthOf(text: string, size: number): number;
}

/** The format of the character table with characters beyond U+FFFF, and its name in the font's table directory. */
const ALL_OF_UNICODE = 12;
const UNICODE = 0x0003000a;

export function readFont(bytes: Uint8Array): Font {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables = new Map<string, number>();
  for (let at = 12; at < 12 + 16 * view.getUint16(4); at += 16) {
    tables.set(String.fromCharCode(...bytes.subarray(at, at + 4)), view.getUint32(at + 8));
  }
  const [head = 0, hhea = 0, hmtx = 0, cmap = 0] = ['head', 'hhea', 'hmtx', 'cmap'].map((name) =>
    tables.get(name),
  );
  const glyphs = new Map<number, number>();
  for (let at = cmap + 4; at < cmap + 4 + 8 * view.getUint16(cmap + 2); at += 8) {
    const table = cmap + view.getUint32(at + 4);
    if (view.getUint32(at) !== UNICODE || view.getUint16(table) !== ALL_OF_UNICODE) continue;
    for (let index = 0; index < view.getUint32(table + 12); index += 1) {
      const group = table + 16 + 12 * index;
      const first = view.getUint32(group);
      for (let code = first; code <= view.getUint32(group + 4); code += 1) {
        glyphs.set(code, view.getUint32(group + 8) + code - first);
      }
    }
  }
  const lastWidth = view.getUint16(hhea + 34) - 1;
  const glyphOf = (character: string) => glyphs.get(character.codePointAt(0) ?? 0);
  const unitsOf = (character: string) =>
    view.getUint16(hmtx + 4 * Math.min(glyphOf(character) ?? 0, lastWidth));
  return {
    has: (character) => glyphOf(character) !== undefined,
    widthOf: (text, size) =>
      ([...text].reduce((sum, each) => sum + unitsOf(each), 0) * size) / view.getUint16(head + 18),
  };
}
