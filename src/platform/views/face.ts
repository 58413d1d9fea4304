// Draws the face of a server from its hash: 5 × 5 mirrored blocks in three shades.

const SIZE = 5;
const DRAWN_COLUMNS = 3;

export function renderFaceSvg(hash: string): string {
  // The last digits choose the colours and the first digits the blocks, so the two are independent.
  const hue = Number.parseInt(hash.slice(-3), 16) % 360;
  const paths = ['', ''];
  for (let row = 0; row < SIZE; row += 1) {
    for (let column = 0; column < DRAWN_COLUMNS; column += 1) {
      const digit = Number.parseInt(hash.charAt(row * DRAWN_COLUMNS + column), 16) % 3;
      if (digit === 0) continue;
      const mirrored = SIZE - 1 - column;
      for (const x of new Set([column, mirrored])) paths[digit - 1] += `M${x} ${row}h1v1h-1z`;
    }
  }
  const [dark, light] = paths;
  const shades = [
    { fill: `hsl(${hue} 32% 30%)`, path: 'M0 0h5v5H0z' },
    { fill: `hsl(${hue} 45% 50%)`, path: dark },
    { fill: `hsl(${(hue + 40) % 360} 60% 68%)`, path: light },
  ];
  const blocks = shades.map(({ fill, path }) => `<path fill="${fill}" d="${path}"/>`).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 5 5" shape-rendering="crispEdges">${blocks}</svg>`;
}
