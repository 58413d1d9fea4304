// The routes of skins, and what they add to the pages of other modules.

import type { PageParts } from '../../platform/module/description.ts';
import { playerParts, type SkinPagePorts, skinRoutes } from './skin-page.tsx';
import { skinAdminRoutes } from './skins-admin-page.tsx';
import { skinApiRoutes } from './skins-api.ts';

/** Creates the routes of every page of skins and of the pictures. */
export const createParts = (context: SkinPagePorts): PageParts => ({
  routes: [skinApiRoutes(context), skinRoutes(context)],
  staffRoutes: skinAdminRoutes(context),
  playerParts: [playerParts(context.skins)],
});
