// The script of the widget: its source with its messages filled in.

import { helpMessages } from '../messages/help.ts';
import source from './servers-widget.js' with { type: 'text' };

/** The script as it is served. */
export const widgetScript = source.replace('MUSTER_WORDS', () =>
  JSON.stringify(helpMessages.widget),
);
