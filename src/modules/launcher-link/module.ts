// The description of the module for the composition root.

import type { ModuleFacts } from '../../platform/module/description.ts';
import { linkMessages } from './messages.ts';

export const launcherLink = {
  name: 'launcher-link',
  accountLinks: [{ href: '/link/', label: () => linkMessages.title }],
} satisfies ModuleFacts;
