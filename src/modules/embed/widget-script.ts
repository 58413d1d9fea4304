// The script of the widget: its source with its messages and the looks of the site filled in.

import type { SiteIdentity } from '../site/index.ts';
import { helpMessages } from '../start/messages.ts';
import source from './servers-widget-browser.js' with { type: 'text' };

const NO_EDGE = { light: 'transparent', dark: 'transparent' };

export function widgetScript({ name, isNamed, accent = NO_EDGE }: SiteIdentity): string {
  const site = { name: isNamed ? name : '', ...accent };
  return source
    .replace('MUSTER_WORDS', () => JSON.stringify(helpMessages.widget))
    .replace('MUSTER_SITE', () => JSON.stringify(site));
}
