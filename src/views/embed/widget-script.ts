// The script of the widget as it is served: its source with the words that it shows.

import { helpMessages } from '../messages/help.ts';
import source from './servers-widget.js' with { type: 'text' };

/** The whole script. */
export const widgetScript = source.replace('MUSTER_WORDS', () =>
  JSON.stringify(helpMessages.widget),
);
