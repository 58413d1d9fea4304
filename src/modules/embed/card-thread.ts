// The thread that draws cards, one after the other.

import { readFileSync } from 'node:fs';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import wasmPath from '@resvg/resvg-wasm/index_bg.wasm' with { type: 'file' };
import fontPath from 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf' with { type: 'file' };
import { lowerPriority } from '../../platform/lib/thread.ts';
import { type CardFacts, drawCard } from './card.ts';
import { readFont } from './font.ts';

declare const self: Worker;

lowerPriority();

const fontBytes = readFileSync(fontPath);
const font = readFont(fontBytes);
const ready = initWasm(readFileSync(wasmPath));

self.onmessage = async ({ data }: MessageEvent<CardFacts>) => {
  await ready;
  const picture = new Resvg(drawCard(data, font), { font: { fontBuffers: [fontBytes] } });
  const image = picture.render();
  const png = new Uint8Array(image.asPng());
  image.free();
  picture.free();
  self.postMessage(png);
};
