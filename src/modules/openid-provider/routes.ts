// The routes of single sign-on, and its link beside the pages of an account.

import type { Clock } from '../../platform/lib/clock.ts';
import type { PageParts } from '../../platform/module/description.ts';
import { type ClientPagePorts, clientRoutes } from './clients-page.tsx';
import { connectedLink, connectedRoutes } from './connected-page.tsx';
import { openidApiRoutes } from './openid-api.ts';
import { type OpenidPagePorts, openidRoutes } from './openid-page.tsx';

export type OpenidRoutePorts = OpenidPagePorts & ClientPagePorts;

/** Creates all routes. */
export const createParts = (context: OpenidRoutePorts, clock: Clock): PageParts => ({
  routes: [openidApiRoutes(context, clock), openidRoutes(context, clock), connectedRoutes(context)],
  accountLinks: [connectedLink],
  staffRoutes: clientRoutes(context),
});
