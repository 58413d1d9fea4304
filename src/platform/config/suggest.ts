// Suggests similar names for `Did you mean …?`.

/** Number of edits (insert, remove, replace) from one text to the other. */
function countEdits(from: string, to: string): number {
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      const best = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      current.push(best);
    }
    last = current;
  }
  return last[to.length] ?? 0;
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll('-', '_');
}

/** The name closest to the typed text; `undefined` if none is close. Ignores case, and treats `-` and `_` as equal. */
export function suggestName(typed: string, names: readonly string[]): string | undefined {
  const wanted = fold(typed.slice(0, 64));
  let best: { name: string; edits: number } | undefined;
  for (const name of names) {
    const folded = fold(name);
    const isPart = wanted.length >= 4 && folded.includes(wanted);
    const edits = isPart ? 1 : countEdits(wanted, folded);
    if (edits > Math.max(2, folded.length / 4)) continue;
    if (best === undefined || edits < best.edits) best = { name, edits };
  }
  return best?.name;
}

export function didYouMean(typed: string, names: readonly string[]): string {
  const name = suggestName(typed, names);
  return name === undefined ? '' : ` Did you mean ${name}?`;
}
