// The description of the module for the composition root.

import type { ModuleFacts } from '../../platform/module/description.ts';
import { playerMessages } from './messages.ts';
import { PLAYER_SETTINGS_PATH, playerPath } from './player-paths.ts';

export const playerPage = {
  name: 'player-page',
  accountLinks: [{ href: PLAYER_SETTINGS_PATH, label: () => playerMessages.settings.title }],
  playerPath,
} satisfies ModuleFacts;
