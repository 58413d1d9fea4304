// Opens the sessions of accounts and of visitors, and the devices that accounts know.

import {
  createAccountSessions,
  createAnonymousSessions,
  createDevices,
  createVisitorFinder,
} from './sessions.ts';

type SessionPorts = Parameters<typeof createAccountSessions>[0] &
  Parameters<typeof createAnonymousSessions>[0] &
  Parameters<typeof createDevices>[0];

export function openSessions(ports: SessionPorts) {
  const anonymous = createAnonymousSessions(ports);
  const accountSessions = createAccountSessions(ports);
  return {
    anonymous,
    accountSessions,
    devices: createDevices(ports),
    /** Finds the visitor by all `session` cookies, in header order. Notes the use of a session at most once a day. */
    recogniseVisitor: createVisitorFinder(anonymous, accountSessions),
  };
}
