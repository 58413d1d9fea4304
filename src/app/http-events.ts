// What the web surface tells of, and where it is logged and counted.

import type { HttpEvents } from '../http/context.ts';
import * as events from '../ops/events.ts';
import { clientGone, partFailed, proxyRefused } from '../ops/http-events.ts';
import { loginFailed, loginRefused, registrationRefused } from '../ops/login-events.ts';

/** Everything that routes tell of. */
export const httpEvents: HttpEvents = {
  heartbeatRefused: events.heartbeatRefused,
  loggedIn: events.accountLoggedIn,
  loggedOut: events.accountLoggedOut,
  loginFailed,
  loginRefused,
  registered: events.accountRegistered,
  registrationRefused,
  firstAdministratorMade: events.firstAdministratorMade,
  budgetScarce: events.budgetScarce,
  accountChanged: events.accountChanged,
  accountDeleted: events.accountDeleted,
  partFailed,
  clientGone,
  proxyRefused,
};
