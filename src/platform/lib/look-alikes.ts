// Names as people see them: how typed names are shown, and which letters look alike when names are compared.

const CODE = '&[0-9a-f]';
const CODES = new RegExp(CODE, 'gi');
/** A run of blanks of any kind with the colour codes among them; the last code applies to the text after it. */
const BLANKS = new RegExp(`(?:${CODE})*\\s(?:${CODE}|\\s)*`, 'gi');
const RUNS = /[^\S\n]+/g;
/** Codes with a blank, or an end of the text, on both sides. */
const LOOSE_CODES = new RegExp(`(?:^|\\s)(?:${CODE})+(?:\\s|$)`, 'i');
/** ASCII only, without a run of blanks. */
const PLAIN = /^(?:[!-~]+(?: [!-~]+)*)?$/;
const PLAIN_LINES = /^[\n\x20-\x7e]*$/;
/** Characters that are drawn as a blank but count as letters or symbols. */
const DRAWN_BLANK = /[\u2800\u3164\u115f\u1160\uffa0\u{1d159}\u{13441}\u{13442}]/gu;
const HIDDEN = new RegExp(
  `[\\p{Default_Ignorable_Code_Point}\\ufff9-\\ufffb]|${DRAWN_BLANK.source}`,
  'gu',
);
/** Joiners in emoji sequences and between letters: hidden characters that must stay. */
const JOINED =
  /\u{1f3f4}[\u{e0020}-\u{e007f}]+|(?:\p{Extended_Pictographic}\p{Emoji_Modifier}?|[[\p{L}\p{M}]--\p{ASCII}--\p{Default_Ignorable_Code_Point}--[\u{13441}\u{13442}]])[\ufe0e\ufe0f]?[\u200c\u200d]?|[#*0-9]\ufe0f\u20e3/v;
const SHOWN_OR_HIDDEN = new RegExp(`(${JOINED.source})|${HIDDEN.source}`, 'gv');
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
/** Digits, signs and letters that look like another letter. */
const LETTERS = pairs('013457@$l|', 'oieastasii');
const SIGNS = /[013457@$l|]/g;

function pairs(seen: string, meant: string | readonly string[]): ReadonlyMap<string, string> {
  const letters = [...meant];
  return new Map([...seen].map((each, index) => [each, letters[index] ?? each]));
}

function replaceAll(text: string, by: ReadonlyMap<string, string>): string {
  let replaced = '';
  for (const each of text) replaced += by.get(each) ?? each;
  return replaced;
}

/**
 * A name with its colour codes, as it is shown: one blank for each run, none at an end. Leaves out characters that only
 * look like blanks, since players would take the text after them for another column.
 */
export function showText(text: string): string {
  if (PLAIN.test(text) && !LOOSE_CODES.test(text)) return text;
  const seen = PLAIN_LINES.test(text) ? text : text.replace(SHOWN_OR_HIDDEN, '$1');
  return seen.replace(BLANKS, (run, at: number) => {
    const code = run.match(CODES)?.at(-1) ?? '';
    if (at + run.length === seen.length) return '';
    return at === 0 ? code : ` ${code}`;
  });
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

/**
 * A name without colour codes, with one letter for all that look alike, digits and signs included. A name with
 * characters that are drawn as blanks has two forms: with blanks in their places, and without.
 */
export function foldAlike(name: string, form: 'NFKD' | 'NFKC' = 'NFKD'): string[] {
  const plain = name.replace(CODES, '');
  const fold = (text: string) =>
    foldSeen(text, form)
      .replace(SIGNS, (sign) => LETTERS.get(sign) ?? sign)
      .trim();
  const spaced = plain.replace(DRAWN_BLANK, ' ');
  return spaced === plain ? [fold(plain)] : [fold(plain), fold(spaced)];
}

/** The unique form of a name. It folds only A to Z (C4.17), so two names that look different stay different. */
export function toNameKey(name: string): string {
  return name.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
}

/** The skeleton of an account's name, which the database stores. Names that look alike have the same skeleton. */
export function skeletonOf(name: string): string {
  return foldSeen(name).replaceAll('0', 'o').replace(/[1i]/g, 'l').replace(/_{2,}/g, '_');
}
