// The section with a server's players over time: the plot, and the choice of a period.
/** @jsxImportSource preact */

import { historyMessages as messages } from '../../messages/messages.ts';
import type { PlotSamples } from '../list/history-line.ts';
import { HistoryPlot, PERIODS, type Period } from './history-plot.tsx';

const COLUMNS = 180;

/** The part of a server's history that is shown. */
export interface ShownHistory {
  period: Period;
  samples: PlotSamples;
}

/** The section; without history, a sentence that says why. */
export function ServerHistory(properties: {
  history: ShownHistory | undefined;
  isPublic: boolean;
  hash: string;
  /** The current number of players. */
  players: number;
}) {
  const { history, isPublic, hash, players } = properties;
  const source = `/api/v1/servers/${hash}/history?range=${history?.period}`;
  return (
    <section class="over-time" id="history">
      <h2>{messages.heading}</h2>
      {history === undefined ? (
        <p>{isPublic ? messages.failed : messages.isPrivate}</p>
      ) : (
        <>
          <nav class="periods" aria-label={messages.periodLabel}>
            {PERIODS.map((period) => (
              <a
                key={period}
                class="button quiet"
                href={`?period=${period}#history`}
                aria-current={period === history.period ? 'true' : undefined}
              >
                {messages.periods[period]}
              </a>
            ))}
          </nav>
          <HistoryPlot
            samples={history.samples}
            period={history.period}
            columns={COLUMNS}
            now={players}
            source={source}
          />
          <p class="hint">
            <a href={source}>{messages.numbers}</a>
          </p>
        </>
      )}
    </section>
  );
}
