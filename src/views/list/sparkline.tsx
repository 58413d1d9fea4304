// A server's last day in the list, as a small picture: one block per hour, its height the players.
/** @jsxImportSource preact */

import { historyMessages as messages } from '../../messages/messages.ts';
import { columnsOf, drawBlocks, type PlotSamples, summarise } from './history-line.ts';

const WIDTH = 72;
const HEIGHT = 20;
const COLUMNS = 24;
/** The smallest scale, so that two players do not look like many. */
const LOWEST_TOP = 4;

/** With fewer known columns it would be a single dash. */
const FEWEST_COLUMNS = 3;

/** The data of a sparkline; small, since one is kept for each server. */
export interface Spark {
  path: string;
  min: number;
  max: number;
}

/** The sparkline of a day's samples; `undefined` when too few are known. */
export function drawSpark(samples: PlotSamples): Spark | undefined {
  const numbers = summarise(samples);
  if (numbers === undefined) return undefined;
  const columns = columnsOf(samples.means, COLUMNS, 'mean');
  const known = columns.filter((column) => column !== null);
  if (known.length < Math.min(FEWEST_COLUMNS, columns.length)) return undefined;
  const top = Math.max(LOWEST_TOP, ...columns.map((column) => column ?? 0));
  const frame = { left: 0, top: 0, width: WIDTH, height: HEIGHT };
  const { min, max } = numbers;
  return { path: drawBlocks(columns, frame, top), min, max };
}

/** The sparkline for a table cell, or a text where there is none yet. */
export function Sparkline({ spark }: { spark: Spark | undefined }) {
  if (spark === undefined) {
    return (
      <span class="fresh" title={messages.freshTitle}>
        {messages.fresh}
      </span>
    );
  }
  return (
    <svg class="spark" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img">
      <title>{messages.spark(spark.min, spark.max)}</title>
      <path d={spark.path} />
    </svg>
  );
}
