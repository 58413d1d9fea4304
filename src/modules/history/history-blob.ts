// Packs samples into bytes: each takes as few bytes as the largest sample needs.

import type { HistoryChunk, HistoryMinute } from './history-ports.ts';

const PAIR_BYTES = 6;
const HAS_PEAKS = 0x80;

/** Writes one byte for the format, the means, and the peaks if they differ; little-endian. */
export function packSlots({ means, peaks }: Pick<HistoryChunk, 'means' | 'peaks'>): Uint8Array {
  const hasPeaks = peaks.some((peak, index) => peak !== means[index]);
  const planes = hasPeaks ? [means, peaks] : [means];
  let highest = 0;
  for (const plane of planes) for (const slot of plane) if (slot > highest) highest = slot;
  const width = highest > 0xffff ? 4 : highest > 0xff ? 2 : 1;
  const bytes = new Uint8Array(1 + planes.length * means.length * width);
  bytes[0] = width | (hasPeaks ? HAS_PEAKS : 0);
  let offset = 1;
  for (const plane of planes) {
    for (const slot of plane) {
      for (let place = 0; place < width; place += 1) bytes[offset++] = slot >>> (8 * place);
    }
  }
  return bytes;
}

export function unpackSlots(bytes: Uint8Array): Pick<HistoryChunk, 'means' | 'peaks'> {
  const form = bytes[0] ?? 1;
  const width = form & 0x7f;
  const hasPeaks = (form & HAS_PEAKS) !== 0;
  const length = (bytes.length - 1) / width / (hasPeaks ? 2 : 1);
  const means = readPlane(bytes, 1, width, length);
  return { means, peaks: hasPeaks ? readPlane(bytes, 1 + length * width, width, length) : means };
}

function readPlane(bytes: Uint8Array, start: number, width: number, length: number): Uint32Array {
  const plane = new Uint32Array(length);
  let offset = start;
  for (let index = 0; index < length; index += 1) {
    let slot = 0;
    for (let place = 0; place < width; place += 1) slot |= (bytes[offset++] ?? 0) << (8 * place);
    plane[index] = slot;
  }
  return plane;
}

export function packCounts({ series, counts }: Pick<HistoryMinute, 'series' | 'counts'>) {
  const bytes = new Uint8Array(series.length * PAIR_BYTES);
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < series.length; index += 1) {
    view.setUint32(index * PAIR_BYTES, series[index] ?? 0, true);
    view.setUint16(index * PAIR_BYTES + 4, counts[index] ?? 0, true);
  }
  return bytes;
}

export function unpackCounts(bytes: Uint8Array): Pick<HistoryMinute, 'series' | 'counts'> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = Math.floor(bytes.length / PAIR_BYTES);
  const series = new Uint32Array(length);
  const counts = new Uint16Array(length);
  for (let index = 0; index < length; index += 1) {
    series[index] = view.getUint32(index * PAIR_BYTES, true);
    counts[index] = view.getUint16(index * PAIR_BYTES + 4, true);
  }
  return { series, counts };
}
