// The route of invitations, and what managers add to the pages of other modules.

import type { Clock } from '../../platform/lib/clock.ts';
import type { PageParts } from '../../platform/module/description.ts';
import { type InvitationPorts, invitationRoutes } from './invitations-page.tsx';
import {
  invitationsNotice,
  type ManagerPartPorts,
  managersPart,
  managersStaffPart,
} from './manager-parts.tsx';

export type ManagerRoutePorts = InvitationPorts & ManagerPartPorts;

/** Creates the route and the parts. */
export const createParts = (context: ManagerRoutePorts, clock: Clock): PageParts => ({
  routes: [invitationRoutes(context)],
  serverParts: [managersStaffPart(context)],
  ownServerParts: [managersPart(context, clock)],
  homeParts: [invitationsNotice(context)],
});
