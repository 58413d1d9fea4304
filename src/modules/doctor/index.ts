// The face of the module: what other modules may use of it.

export { checkBaseUrl, findAddresses, listHostWarnings, targetOf } from './base-url.ts';
export { checkCertificate, checkDataFolder } from './files.ts';
export { checkListen, checkMail } from './network.ts';
export { requestService, requirePort } from './service-request.ts';
export type { DoctorSettings } from './settings.ts';
