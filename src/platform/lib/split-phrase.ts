// Finds the words of a sentence that become a link.

/** The text before the first phrase that it contains in any case, the phrase, and the text after it. */
export function splitAtPhrase(
  text: string,
  phrases: readonly string[],
): readonly [before: string, words: string, after: string] | undefined {
  const lower = text.toLowerCase();
  const phrase = phrases.find((each) => lower.includes(each.toLowerCase()));
  if (phrase === undefined) return undefined;
  const start = lower.indexOf(phrase.toLowerCase());
  const end = start + phrase.length;
  return [text.slice(0, start), text.slice(start, end), text.slice(end)];
}
