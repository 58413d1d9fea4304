// Computes with colours of six hexadecimal digits: their WCAG 2 contrast, and mixtures.

export type Ink = '#000000' | '#ffffff';

function partsOf(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}

function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = partsOf(colour).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrastOf(one: string, other: string): number {
  const [low = 0, high = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

export function mixColours(colour: string, other: string, share: number): string {
  const added = partsOf(other);
  const mixed = partsOf(colour).map((part, index) =>
    Math.round(part + ((added[index] ?? part) - part) * share)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${mixed.join('')}`;
}

/** A text colour for this background; the contrast is at least 4.58. */
export function inkOn(colour: string): Ink {
  return contrastOf('#ffffff', colour) >= contrastOf('#000000', colour) ? '#ffffff' : '#000000';
}

/** The colour, mixed with the text colour of its background until text in it has a contrast of 4.5. */
export function readableOn(colour: string, background: string): string {
  const ink = inkOn(background);
  for (let share = 0; share < 1; share += 0.1) {
    const mixed = mixColours(colour, ink, share);
    if (contrastOf(mixed, background) >= 4.5) return mixed;
  }
  return ink;
}

/** The CSS variables that follow from a site's accent in one scheme. */
export function accentTokens(colour: string, scheme: 'light' | 'dark'): Record<string, string> {
  const ink = inkOn(colour);
  return {
    '--accent': colour,
    // Under the pointer, the accent moves further away from the colour of the text on it.
    '--accent-strong': mixColours(colour, ink === '#ffffff' ? '#000000' : '#ffffff', 0.2),
    '--accent-ink': ink,
    '--grass': colour,
    '--grass-shade': mixColours(colour, '#000000', 0.25),
    '--blocks': mixColours(colour, scheme === 'light' ? '#ffffff' : '#161512', 0.55),
  };
}
