// The figure of a player in three dimensions, drawn by CSS alone, and the stylesheet that puts the skin on it.
/** @jsxImportSource preact */

import { bundle } from '../../platform/views/bundle.ts' with { type: 'macro' };
import { skinMessages } from './messages.ts';
import type { SkinShape } from './skin.ts';
import type { PlayerSkin } from './skins.ts';

const SHAPE = bundle('modules/skins/figure.css');

type Part = readonly [look: string, place: readonly number[]];

/** For each cuboid: width, height and depth, its place on the figure, and its place in the picture, in pixels. */
function listParts(shape: SkinShape): Part[] {
  const arm = shape === 'slim' ? 3 : 4;
  const both: Part[] = [
    ['head', [8, 8, 8, 4, 0, 0, 0]],
    ['hat', [8, 8, 8, 4, 0, 32, 0]],
    ['body', [8, 12, 4, 4, 8, 16, 16]],
    ['right-arm', [arm, 12, 4, 4 - arm, 8, 40, 16]],
    ['right-leg', [4, 12, 4, 4, 20, 0, 16]],
  ];
  if (shape === 'old') {
    return [
      ...both,
      ['mirrored left-arm', [4, 12, 4, 12, 8, 40, 16]],
      ['mirrored left-leg', [4, 12, 4, 8, 20, 0, 16]],
    ];
  }
  return [
    ...both,
    ['left-arm', [arm, 12, 4, 12, 8, 32, 48]],
    ['left-leg', [4, 12, 4, 8, 20, 16, 48]],
    ['over body-over', [8, 12, 4, 4, 8, 16, 32]],
    ['over right-arm-over', [arm, 12, 4, 4 - arm, 8, 40, 32]],
    ['over right-leg-over', [4, 12, 4, 4, 20, 0, 32]],
    ['over left-arm-over', [arm, 12, 4, 12, 8, 48, 48]],
    ['over left-leg-over', [4, 12, 4, 8, 20, 0, 48]],
  ];
}

const PROPERTIES = ['w', 'h', 'd', 'left', 'top', 'x', 'y'];

type FigureFacts = Pick<PlayerSkin, 'name' | 'digest' | 'shape'>;

export const facePath = ({ name, digest }: Pick<PlayerSkin, 'name' | 'digest'>, size: number) =>
  `/face/${name}.png?size=${size}&v=${digest}`;

/** The content policy allows styles only in files, so each player has a stylesheet that names their picture. */
export function figureStyles({ name, digest, shape }: FigureFacts): string {
  const places = listParts(shape).map(([look, numbers]) => {
    const declared = numbers.map((number, index) => `--${PROPERTIES[index]}:${number}`);
    return `.figure .${look.split(' ').at(-1)}{${declared.join(';')}}`;
  });
  const picture = `.figure span{background-image:url("/skin/${name}.png?v=${digest}")}`;
  return `${SHAPE}${places.join('')}${picture}`;
}

export function SkinFigure({ name, digest, shape }: FigureFacts) {
  return (
    <>
      <link rel="stylesheet" href={`/skin/figure/${name}?v=${digest}`} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it turns while it has the focus, so keyboards need to reach it */}
      <div class="figure" tabIndex={0} role="img" aria-label={skinMessages.figure(name)}>
        <div>
          {listParts(shape).map(([part]) => (
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
