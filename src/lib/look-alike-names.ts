// The skeleton of a name, by which names that look alike are found.

/**
 * Names with the same skeleton look alike. Letters are lower-case, `0` is `o`, `1` and `i` are `l`, and
 * several underscores are one.
 */
export function skeletonOf(name: string): string {
  return name
    .replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase())
    .replaceAll('0', 'o')
    .replace(/[1i]/g, 'l')
    .replace(/_{2,}/g, '_');
}
