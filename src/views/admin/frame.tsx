// The frame of the administration's pages: navigation, heading, what was just done, and problems.
/** @jsxImportSource preact */

import type { ComponentChildren } from 'preact';
import type { StaffRole } from '../../accounts/roles.ts';
import { formMessages, adminMessages as messages } from '../../messages/messages.ts';
import { SECURITY_PATH } from '../account/security-paths.ts';
import { adminStylesheet, formScript, otherPagesStylesheet } from '../assets.ts';
import { ErrorSummary, type FormProblem, Notice } from '../forms.tsx';
import { Page, renderDocument, type Site } from '../layout.tsx';
import {
  ACCOUNTS_PATH,
  ADMIN_PATH,
  AUDIT_PATH,
  BANS_PATH,
  DOCTOR_PAGE_PATH,
  FILTER_PATH,
  MAIL_PATH,
  NOTICE_PATH,
  REPORTS_PATH,
  SERVERS_PATH,
  SITE_PATH,
} from './admin-paths.ts';

/** The pages in the navigation, in its order, with the lowest role that may open each. */
const ADMIN_SECTIONS: readonly {
  path: string;
  section: keyof typeof messages.sections;
  role: StaffRole;
}[] = [
  { path: ADMIN_PATH, section: 'overview', role: 'moderator' },
  { path: ACCOUNTS_PATH, section: 'accounts', role: 'moderator' },
  { path: SERVERS_PATH, section: 'servers', role: 'moderator' },
  { path: REPORTS_PATH, section: 'reports', role: 'moderator' },
  { path: BANS_PATH, section: 'bans', role: 'moderator' },
  { path: FILTER_PATH, section: 'filter', role: 'moderator' },
  { path: AUDIT_PATH, section: 'audit', role: 'moderator' },
  { path: MAIL_PATH, section: 'mail', role: 'administrator' },
  { path: SITE_PATH, section: 'site', role: 'administrator' },
  { path: NOTICE_PATH, section: 'notice', role: 'administrator' },
  { path: DOCTOR_PAGE_PATH, section: 'doctor', role: 'administrator' },
];

/** Properties of every page of the administration. */
export interface AdminFrame {
  site: Site;
  /** The reader's role. */
  role: StaffRole;
  /** Open reports, whose number is in the navigation. */
  openReports: number;
  /** The action that led here, by its key in `adminMessages.done`. */
  done?: string | undefined;
}

/** A page of the administration; `section` is the path of its entry in the navigation. */
export function AdminPage(properties: {
  frame: AdminFrame;
  section: string;
  title: string;
  problems?: readonly FormProblem[];
  children: ComponentChildren;
}) {
  const { frame, section, title, problems = [], children } = properties;
  const described = findDone(frame.done);
  const shown = problems.length > 0 ? formMessages.problemTitle(title) : title;
  return (
    <Page
      site={frame.site}
      title={messages.documentTitle(shown)}
      stylesheets={[otherPagesStylesheet, adminStylesheet]}
      scripts={[formScript]}
    >
      <div class="admin">
        <Sections frame={frame} current={section} />
        <h1>{title}</h1>
        <ErrorSummary problems={problems} />
        {described !== undefined && problems.length === 0 && (
          <Notice kind="success">
            <p>{described}</p>
          </Notice>
        )}
        {children}
      </div>
    </Page>
  );
}

function Sections({ frame, current }: { frame: AdminFrame; current: string }) {
  const { role, openReports } = frame;
  return (
    <nav class="sections" aria-label={messages.navigation}>
      <ul>
        {ADMIN_SECTIONS.filter((each) => role === 'administrator' || each.role === role).map(
          ({ path, section }) => (
            <li key={path}>
              <a href={path} aria-current={path === current ? 'page' : undefined}>
                {messages.sections[section]}
                {path === REPORTS_PATH && openReports > 0 && (
                  <>
                    {' '}
                    <span class="count" aria-hidden="true">
                      {openReports}
                    </span>
                    <span class="hidden-label">{messages.openReports(openReports)}</span>
                  </>
                )}
              </a>
            </li>
          ),
        )}
      </ul>
    </nav>
  );
}

/** Only our own messages: text from the URL is never shown on a page. */
function findDone(word: string | undefined): string | undefined {
  return word !== undefined && Object.hasOwn(messages.done, word)
    ? messages.done[word as keyof typeof messages.done]
    : undefined;
}

/** What staff see instead of the administration until they have a second factor. */
export function renderFactorNeededPage(frame: AdminFrame): string {
  const { title, why, toSecurity } = messages.factorNeeded;
  return renderDocument(
    <AdminPage frame={frame} section="" title={title}>
      <p>{why}</p>
      <p>
        <a class="button play" href={SECURITY_PATH}>
          {toSecurity}
        </a>
      </p>
    </AdminPage>,
  );
}
