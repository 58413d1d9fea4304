// Every sentence about the history of players, and of the page with statistics.

import { formatCount, plural } from '../../platform/messages/formats.de.ts';
import type { Translation } from '../../platform/messages/translation.ts';
import type * as english from './history.en.ts';

const periods = { '24h': '24 Stunden', '7d': '7 Tage', '90d': '90 Tage' };
/** The same after "in den letzten". */
const lastPeriods = { '24h': '24 Stunden', '7d': '7 Tagen', '90d': '90 Tagen' };

const players = (count: number): string => plural(count, { one: '# Spieler', other: '# Spieler' });

export const historyMessages: Translation<typeof english.historyMessages> = {
  heading: 'Spieler im Zeitverlauf',
  totalHeading: 'Spieler auf allen Servern',
  periodLabel: 'Zeitraum',
  periods,
  title: (period) => `Spieler in den letzten ${lastPeriods[period]}`,
  describe: ({ min, max, now }) => {
    const span =
      min === max ? `Durchgehend ${players(max)}` : `${formatCount(min)} bis ${players(max)}`;
    return now === undefined ? `${span}.` : `${span}, jetzt ${formatCount(now)}.`;
  },
  collecting: 'Daten werden gesammelt. Die Spielerzahl erscheint nach etwa einer Stunde.',
  legend: 'Die Linie zeigt den Durchschnitt, die Blöcke zeigen den Höchststand.',
  axisUtc: 'Zeit (UTC)',
  axisLocal: 'Deine Zeit ({zone})',
  value: '{time}: im Schnitt {mean}, höchstens {peak}',
  unknown: '{time}: keine Daten',
  nothing: (period) =>
    `Für die letzten ${periods[period]} gibt es noch keine Daten. Spieler werden ab dem ersten Heartbeat einmal pro Minute gezählt. Sieh in ein paar Minuten wieder nach.`,
  isPrivate: 'Bei privaten Servern wird die Spielerzahl im Zeitverlauf nicht gezeigt.',
  failed:
    'Die Spielerzahl im Zeitverlauf lässt sich gerade nicht anzeigen. Lade die Seite später neu.',
  numbers: 'Daten als JSON',

  sparkValue: () => ({ one: '{time}: {count} Spieler', other: '{time}: {count} Spieler' }),
  fresh: 'Neu',
  freshTitle: 'Seit weniger als einem Tag gelistet',

  usuallyFull: 'Meist voll um {time}',
  busiest: 'Am meisten los gegen {time}',
  rising: 'Füllt sich gerade',
};
