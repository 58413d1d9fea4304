// The routes of API keys: the page of their owners, and the routes for programs.

import type { Clock } from '../../platform/lib/clock.ts';
import type { PageParts } from '../../platform/module/description.ts';
import { type KeyPagePorts, keyRoutes } from './api-keys-page.tsx';
import { type ModerationApiPorts, moderationKeyRoutes } from './moderation-api.ts';
import { type OwnServerPorts, ownServerRoutes } from './own-servers-api.ts';

export type KeyRoutePorts = KeyPagePorts & OwnServerPorts & ModerationApiPorts;

/** Creates all of them. */
export const createParts = (context: KeyRoutePorts, clock: Clock): PageParts => ({
  apiParts: ['keys'],
  routes: [
    keyRoutes(context, clock),
    ownServerRoutes(context, clock),
    moderationKeyRoutes(context),
  ],
});
