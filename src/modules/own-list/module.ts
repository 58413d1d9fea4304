// The description of the module for the composition root.

import type { ModuleFacts } from '../../platform/module/description.ts';
import { ownListMessages } from './messages.ts';
import { HIDDEN_PATH, RECENT_PATH } from './own-list-paths.ts';

export const ownList = {
  name: 'own-list',
  accountLinks: [
    { href: RECENT_PATH, group: 'servers', label: () => ownListMessages.recent.title },
    { href: HIDDEN_PATH, group: 'servers', label: () => ownListMessages.hidden.title },
  ],
} satisfies ModuleFacts;
