// Every sentence about sharing a server.

import type { Translation } from '../../platform/messages/translation.ts';
import type * as english from './share.en.ts';

export const shareMessages: Translation<typeof english.shareMessages> = {
  title: 'Teilen',
  link: 'Link',
  widgetHow:
    'So erscheint die Liste auf einer anderen Website. Sie aktualisiert sich einmal pro Minute:',
};
