// The figure of a player in three dimensions, drawn by CSS alone, and the stylesheet that puts the skin on it.
/** @jsxImportSource preact */

import { bundle } from '../../platform/views/bundle.ts' with { type: 'macro' };
import { skinMessages } from './messages.ts';
import type { PlayerSkin } from './skins.ts';

const SHAPE = bundle('modules/skins/figure.css');

const PARTS = ['head', 'body', 'right-arm', 'left-arm', 'right-leg', 'left-leg'] as const;
/** The second layer. Old skins have it at the head alone. */
const OVER = [
  'hat',
  'over body',
  'over right-arm',
  'over left-arm',
  'over right-leg',
  'over left-leg',
];

type FigureFacts = Pick<PlayerSkin, 'name' | 'digest' | 'shape'>;

export const facePath = ({ name, digest }: Pick<PlayerSkin, 'name' | 'digest'>, size: number) =>
  `/face/${name}.png?size=${size}&v=${digest}`;

/** The policy of pages allows styles of files alone, so each player has a file that names the picture. */
export const figureStyles = ({ name, digest }: FigureFacts): string =>
  `${SHAPE}.figure span{background-image:url("/skin/${name}.png?v=${digest}")}`;

export function SkinFigure({ name, digest, shape }: FigureFacts) {
  const parts = shape === 'old' ? [...PARTS, OVER[0]] : [...PARTS, ...OVER];
  return (
    <>
      <link rel="stylesheet" href={`/skin/figure/${name}?v=${digest}`} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it turns while it has the focus, so keyboards need to reach it */}
      <div class={`figure ${shape}`} tabIndex={0} role="img" aria-label={skinMessages.figure(name)}>
        <div>
          {parts.map((part) => (
            <b key={part} class={part}>
              <span />
              <span />
              <span />
              <span />
              <span />
              <span />
            </b>
          ))}
        </div>
      </div>
    </>
  );
}
