// The routes of single sign-on, and what it adds to the page about security.

import type { Clock } from '../../platform/lib/clock.ts';
import type { PageParts } from '../../platform/module/description.ts';
import { type ClientPagePorts, clientRoutes } from './clients-page.tsx';
import { connectedSection } from './connected-parts.tsx';
import { openidApiRoutes } from './openid-api.ts';
import { type OpenidPagePorts, openidRoutes } from './openid-page.tsx';

export type OpenidRoutePorts = OpenidPagePorts & ClientPagePorts;

/** Creates all routes. */
export const createParts = (context: OpenidRoutePorts, clock: Clock): PageParts => ({
  routes: [openidApiRoutes(context, clock), openidRoutes(context, clock)],
  staffRoutes: clientRoutes(context),
  securitySections: [connectedSection(context)],
});
