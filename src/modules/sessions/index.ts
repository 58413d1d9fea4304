// The face of the module: what other modules may use of it.

export {
  type AccountSessions,
  type AnonymousSessions,
  type DeviceContext,
  type Devices,
  MAX_DEVICES,
  type SignedTokens,
  type Visitor,
} from './sessions.ts';
