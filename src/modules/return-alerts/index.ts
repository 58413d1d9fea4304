// The face of the module: what other modules may use of it.

export type { ReturnAlert } from './return-alert-ports.ts';
export type { ReturnAlerts } from './return-alerts.ts';
