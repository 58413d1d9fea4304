// Everything that the service says in English, which the other languages are typed by.

export { accountMessages } from './account.ts';
export { adminMessages } from './admin.ts';
export { serverAdminMessages } from './admin-servers.ts';
export { doctorMessages, emailAdminMessages } from './admin-service.ts';
export { siteAdminMessages } from './admin-site.ts';
export { doctorFindings, fileFailures, settingWarnings } from './doctor.ts';
export { emailMessages } from './email.ts';
export {
  accountFailures,
  formMessages,
  inputFailures,
  serverFailures,
  siteFailures,
} from './failures.ts';
export * as formats from './formats.ts';
export { gameMessages } from './game.ts';
export { helpMessages } from './help.ts';
export { historyMessages, statisticsMessages } from './history.ts';
export { labels } from './labels.ts';
export { loginMessages } from './login.ts';
export { operatorMessages } from './operators.ts';
export { messages } from './pages.ts';
export { securityMessages } from './security.ts';
export { siteMessages, themeMessages } from './site.ts';
export { startMessages } from './start.ts';
export { webhookMessages } from './webhooks.ts';
