// The face of the module: the parts that other modules may use.

export type { ReturnAlert } from './return-alert-ports.ts';
export type { ReturnAlerts } from './return-alerts.ts';
