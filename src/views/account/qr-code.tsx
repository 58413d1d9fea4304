// A QR code as an SVG inside the page: dark on light in either colour scheme, as scanners want it.
/** @jsxImportSource preact */

import { encode } from 'uqr';

const QUIET_ZONE = 4;

/** The QR code of a text; `label` is read to those who cannot see it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  return (
    <svg class="qr-code" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`}>
      <rect width={size} height={size} fill="#ffffff" />
      <path d={pathOf(data)} fill="#000000" shape-rendering="crispEdges" />
    </svg>
  );
}

/** One rectangle for each run of dark modules in a row. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  const parts: string[] = [];
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x += 1;
      parts.push(`M${start} ${y}h${x - start + 1}v1H${start}z`);
    }
  }
  return parts.join('');
}
