// What is left of a name once everything is gone that eyes easily take for something else.

/**
 * The skeleton of a name: two names with the same one look alike. Letters are small, `0` is `o`,
 * `1`, `i` and `l` are one sign, and any run of underscores is one underscore.
 */
export function skeletonOf(name: string): string {
  return name
    .replace(/[A-Z]+/g, (outbox) => outbox.toLowerCase())
    .replaceAll('0', 'o')
    .replace(/[1i]/g, 'l')
    .replace(/_{2,}/g, '_');
}
