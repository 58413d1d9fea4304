// Everything that the service says in German.

export { adminMessages } from '../../modules/administration/administration.de.ts';
export { operatorMessages } from '../../modules/claims/operators.de.ts';
export {
  doctorFindings,
  fileFailures,
  settingWarnings,
} from '../../modules/doctor/doctor-findings.de.ts';
export { emailMessages } from '../../modules/email/email.de.ts';
export { historyMessages, statisticsMessages } from '../../modules/history/history.de.ts';
export { loginMessages } from '../../modules/login/login.de.ts';
export { serverAdminMessages } from '../../modules/moderation/moderation.de.ts';
export { doctorMessages, emailAdminMessages } from '../../modules/overview/overview.de.ts';
export { accountMessages } from '../../modules/profile/account.de.ts';
export { siteMessages, themeMessages } from '../../modules/site/site.de.ts';
export { siteAdminMessages } from '../../modules/site/site-admin.de.ts';
export { helpMessages } from '../../modules/start/help.de.ts';
export { startMessages } from '../../modules/start/start.de.ts';
export { securityMessages } from '../../modules/two-factor/security.de.ts';
export { gameMessages } from '../../modules/web-client/game.de.ts';
export { webhookMessages } from '../../modules/webhooks/webhooks.de.ts';
export {
  accountFailures,
  formMessages,
  inputFailures,
  serverFailures,
  siteFailures,
} from './failures.de.ts';
export * as formats from './formats.de.ts';
export { labels } from './labels.de.ts';
export { messages } from './pages.de.ts';
