// The list of every migration, embedded in the binary as text, oldest first.

import initial from '../../../drizzle/0000_initial.sql' with { type: 'text' };
import history from '../../../drizzle/0001_history.sql' with { type: 'text' };
import mail from '../../../drizzle/0002_mail.sql' with { type: 'text' };
import moderation from '../../../drizzle/0003_moderation.sql' with { type: 'text' };
import registration from '../../../drizzle/0004_registration.sql' with { type: 'text' };
import secondFactor from '../../../drizzle/0005_second_factor.sql' with { type: 'text' };
import roles from '../../../drizzle/0006_roles.sql' with { type: 'text' };
import publicAddress from '../../../drizzle/0007_public_address.sql' with { type: 'text' };
import ownerNews from '../../../drizzle/0008_owner_news.sql' with { type: 'text' };
import setupSession from '../../../drizzle/0009_setup_session.sql' with { type: 'text' };
import outbox from '../../../drizzle/0010_outbox.sql' with { type: 'text' };
import administratorLinks from '../../../drizzle/0011_first-administrator-links.sql' with {
  type: 'text',
};
import verificationNext from '../../../drizzle/0012_verification-next.sql' with { type: 'text' };
import site from '../../../drizzle/0013_site.sql' with { type: 'text' };
import steadyServers from '../../../drizzle/0014_steady-servers.sql' with { type: 'text' };
import reportEmails from '../../../drizzle/0015_report-emails.sql' with { type: 'text' };
import accountLanguage from '../../../drizzle/0016_account-language.sql' with { type: 'text' };
import statistics from '../../../drizzle/0017_statistics.sql' with { type: 'text' };
import claimCodeHashes from '../../../drizzle/0018_claim-code-hashes.sql' with { type: 'text' };

/** One step of the schema: its name in drizzle-kit's journal, and its SQL. */
export interface Migration {
  tag: string;
  sql: string;
}

/** Every migration that this version knows, in the journal's order. */
export const migrations: readonly Migration[] = [
  { tag: '0000_initial', sql: initial },
  { tag: '0001_history', sql: history },
  { tag: '0002_mail', sql: mail },
  { tag: '0003_moderation', sql: moderation },
  { tag: '0004_registration', sql: registration },
  { tag: '0005_second_factor', sql: secondFactor },
  { tag: '0006_roles', sql: roles },
  { tag: '0007_public_address', sql: publicAddress },
  { tag: '0008_owner_news', sql: ownerNews },
  { tag: '0009_setup_session', sql: setupSession },
  { tag: '0010_outbox', sql: outbox },
  { tag: '0011_first-administrator-links', sql: administratorLinks },
  { tag: '0012_verification-next', sql: verificationNext },
  { tag: '0013_site', sql: site },
  { tag: '0014_steady-servers', sql: steadyServers },
  { tag: '0015_report-emails', sql: reportEmails },
  { tag: '0016_account-language', sql: accountLanguage },
  { tag: '0017_statistics', sql: statistics },
  { tag: '0018_claim-code-hashes', sql: claimCodeHashes },
];
