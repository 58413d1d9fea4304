// The skeleton of a name, by which names that look alike are found.

export function skeletonOf(name: string): string {
  return name
    .replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase())
    .replaceAll('0', 'o')
    .replace(/[1i]/g, 'l')
    .replace(/_{2,}/g, '_');
}
