// Names as people see them: what is shown of those that others typed, and the forms in which they are compared.

const CODE = '&[0-9a-f]';
const CODES = new RegExp(CODE, 'gi');
/** Blanks of any kind, and the colour codes among them, the last of which counts for what follows. */
const BLANKS = new RegExp(`(?:${CODE})*\\s(?:${CODE}|\\s)*`, 'gi');
const RUNS = /[^\S\n]+/g;
/** Codes that have blanks, or an end, on both sides. */
const LOOSE_CODES = new RegExp(`(?:^|\\s)(?:${CODE})+(?:\\s|$)`, 'i');
/** It has no run of blanks, and no character but ASCII. */
const PLAIN = /^(?:[!-~]+(?: [!-~]+)*)?$/;
const PLAIN_LINES = /^[\n\x20-\x7e]*$/;
/** Characters that are drawn as a blank, and count as letters or symbols. */
const DRAWN_BLANK = /[\u2800\u3164\u115f\u1160\uffa0\u{1d159}\u{13441}\u{13442}]/gu;
const HIDDEN = new RegExp(
  `[\\p{Default_Ignorable_Code_Point}\\ufff9-\\ufffb]|${DRAWN_BLANK.source}`,
  'gu',
);
/** Sequences of emoji, and letters that are joined or kept apart, need what is hidden elsewhere. */
const JOINED =
  /\u{1f3f4}[\u{e0020}-\u{e007f}]+|(?:\p{Extended_Pictographic}\p{Emoji_Modifier}?|[[\p{L}\p{M}]--\p{ASCII}--\p{Default_Ignorable_Code_Point}--[\u{13441}\u{13442}]])[\ufe0e\ufe0f]?[\u200c\u200d]?|[#*0-9]\ufe0f\u20e3/v;
const SHOWN_OR_HIDDEN = new RegExp(`(${JOINED.source})|${HIDDEN.source}`, 'gv');
const MARKS = /\p{M}+/gu;
const WORD = /[\p{L}\p{N}]+/gu;
const LATIN = /[a-z]/i;

/** Letters whose strokes and ligatures Unicode does not take apart. */
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
/** Letters of other alphabets that look like a Latin one, in lower case, and small capitals. */
const ALIKE = pairs(
  'авекмнорстухѕіјһԁԛԝѵӏԍɡɑαβεικνορτυχωγηϲϳօոսհցքᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡʏᴢⲟⲣⲥ',
  'abekmhopctyxsijhdqwvlggaabeikvoptuxwyncjonuhgpabcdefghijklmnopqrstuvwyzopc',
);
/** Capitals of other alphabets whose small letters look like another one; they count in words that have Latin letters. */
const CAPITALS = pairs('ΗΝΡΥΜΖ', 'hnpymz');
/** Digits and signs that look like a letter, and the letters that look like each other. */
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
 * A name with its colour codes as it is shown: runs of blanks are one, none stands at an end, and blanks that only look
 * like it are left out, since players would take what stands behind them for another column.
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

/** Without marks and what is hidden, compatible characters as one, and one blank for a run of them. */
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

/** The letter of a regional indicator, or of one in a dark circle or square, which Unicode does not take apart. */
function letterInside(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  const first = code >= 0x1f1e6 ? 0x1f1e6 : code >= 0x1f170 ? 0x1f170 : 0x1f150;
  return String.fromCharCode(0x61 + (code - first));
}

/** For searching and sorting: in lower case, without accents, strokes, and what is not seen. */
export function foldText(text: string, form: 'NFKD' | 'NFKC' = 'NFKD'): string {
  const lower = simplify(text, form).toLowerCase();
  return PLAIN_LINES.test(lower) ? lower : replaceAll(lower, UNDIVIDED);
}

/** The same, with Latin letters for those of other alphabets that look like them; `NFKC` leaves accents. */
export function foldSeen(text: string, form: 'NFKD' | 'NFKC' = 'NFKD'): string {
  if (PLAIN_LINES.test(text)) return foldText(text);
  const latin = simplify(text, form).replace(WORD, (word) =>
    LATIN.test(word) ? replaceAll(word, CAPITALS) : word,
  );
  return replaceAll(foldText(latin, form), ALIKE);
}

/**
 * A name without colour codes, with one letter for all that look alike, digits and signs included. Where characters
 * are drawn as blanks it has two forms: with blanks in their places, and without.
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

/** The form of a name that is unique. It folds A to Z alone (C4.17): two names that look different stay two. */
export function toNameKey(name: string): string {
  return name.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
}

/** The skeleton of an account's name, by which names that look alike are found. It is stored. */
export function skeletonOf(name: string): string {
  return foldSeen(name).replaceAll('0', 'o').replace(/[1i]/g, 'l').replace(/_{2,}/g, '_');
}
