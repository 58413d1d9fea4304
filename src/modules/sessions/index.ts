// The face of the module: the parts that other modules may use.

export {
  type AccountSessions,
  type AnonymousSessions,
  type DeviceContext,
  type Devices,
  MAX_DEVICES,
  type Visitor,
} from './sessions.ts';
