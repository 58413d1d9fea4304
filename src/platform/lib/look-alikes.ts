// Which letters look alike when names are compared, and which characters nobody sees.

const RUNS = /[^\S\n]+/g;
/** A text in ASCII that may have line breaks. */
export const PLAIN_LINES = /^[\n\x20-\x7e]*$/;
/** Characters that are drawn as a blank but count as letters or symbols. */
export const DRAWN_BLANK = /[\u2800\u3164\u115f\u1160\uffa0\u{1d159}\u{13441}\u{13442}]/gu;
/** Characters that nobody sees, and those that are drawn as a blank. */
export const HIDDEN = new RegExp(
  `[\\p{Default_Ignorable_Code_Point}\\ufff9-\\ufffb]|${DRAWN_BLANK.source}`,
  'gu',
);
const MARKS = /\p{M}+/gu;
const WORD = /[\p{L}\p{N}]+/gu;
const LATIN = /[a-z]/i;

/** Letters with strokes, and ligatures, that Unicode does not decompose. */
const UNDIVIDED = pairs('ßæœøłđðþıȷƒς', [
  'ss',
  'ae',
  'oe',
  'o',
  'l',
  'd',
  'd',
  'th',
  'i',
  'j',
  'f',
  'σ',
]);
/** Lower-case letters of other alphabets that look like a Latin letter, and small capitals. */
const ALIKE = pairs(
  'авекмнорстухѕіјһԁԛԝѵӏԍɡɑαβεικνορτυχωγηϲϳօոսհցքᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡʏᴢⲟⲣⲥ',
  'abekmhopctyxsijhdqwvlggaabeikvoptuxwyncjonuhgpabcdefghijklmnopqrstuvwyzopc',
);
/**
 * Capitals of other alphabets that look like a Latin letter but have different small letters. They count in words that
 * have Latin letters.
 */
const CAPITALS = pairs('ΗΝΡΥΜΖ', 'hnpymz');

function pairs(seen: string, meant: string | readonly string[]): ReadonlyMap<string, string> {
  const letters = [...meant];
  return new Map([...seen].map((each, index) => [each, letters[index] ?? each]));
}

function replaceAll(text: string, by: ReadonlyMap<string, string>): string {
  let replaced = '';
  for (const each of text) replaced += by.get(each) ?? each;
  return replaced;
}

/** Removes marks and hidden characters, normalizes compatible characters, and shortens runs of blanks to one blank. */
function simplify(text: string, form: 'NFKD' | 'NFKC'): string {
  const simple = PLAIN_LINES.test(text)
    ? text
    : text
        .normalize(form)
        .replace(HIDDEN, '')
        .replace(MARKS, '')
        .replace(/[\u{1f1e6}-\u{1f1ff}\u{1f150}-\u{1f189}]/gu, letterInside);
  return simple.replace(RUNS, ' ');
}

/** The letter of a regional indicator, or the letter in a dark circle or square; Unicode does not decompose these. */
function letterInside(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  const first = code >= 0x1f1e6 ? 0x1f1e6 : code >= 0x1f170 ? 0x1f170 : 0x1f150;
  return String.fromCharCode(0x61 + (code - first));
}

/** The form for searching and sorting: in lower case, without accents, strokes and invisible characters. */
export function foldText(text: string, form: 'NFKD' | 'NFKC' = 'NFKD'): string {
  const lower = simplify(text, form).toLowerCase();
  return PLAIN_LINES.test(lower) ? lower : replaceAll(lower, UNDIVIDED);
}

/** Like `foldText`, and with Latin letters for look-alikes of other alphabets; `NFKC` keeps accents. */
export function foldSeen(text: string, form: 'NFKD' | 'NFKC' = 'NFKD'): string {
  if (PLAIN_LINES.test(text)) return foldText(text);
  const latin = simplify(text, form).replace(WORD, (word) =>
    LATIN.test(word) ? replaceAll(word, CAPITALS) : word,
  );
  return replaceAll(foldText(latin, form), ALIKE);
}

/** The unique form of a name. It folds only A to Z (C4.17), so two names that look different stay different. */
export function toNameKey(name: string): string {
  return name.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
}

/** The skeleton of an account's name, which the database stores. Names that look alike have the same skeleton. */
export function skeletonOf(name: string): string {
  return foldSeen(name).replaceAll('0', 'o').replace(/[1i]/g, 'l').replace(/_{2,}/g, '_');
}
