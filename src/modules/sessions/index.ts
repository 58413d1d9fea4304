// The face of the module: what other modules may use of it.

export {
  type AccountSessions,
  type AnonymousSessions,
  DEVICES_AT_MOST,
  type DeviceContext,
  type Devices,
  type SignedTokens,
  type Visitor,
} from './sessions.ts';
