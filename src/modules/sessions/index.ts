// The face of the module: the parts that other modules may use.

export {
  type AccountSessions,
  type AnonymousSessions,
  DEVICES_KEPT_MS,
  type DeviceContext,
  type Devices,
  isAddressKey,
  MAX_DEVICES,
  type Visitor,
} from './sessions.ts';
