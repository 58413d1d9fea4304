// The script of the widget as it is served: its source with the words that it shows.

import { helpWords } from '../words/help.ts';
import source from './servers-widget.js' with { type: 'text' };

/** The whole script. */
export const widgetScript = source.replace('MUSTER_WORDS', () => JSON.stringify(helpWords.widget));
