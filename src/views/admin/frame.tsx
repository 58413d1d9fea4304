// The frame of the administration's pages: navigation, heading, what was just done, and problems.
/** @jsxImportSource preact */

import type { ComponentChildren } from 'preact';
import type { StaffRole } from '../../accounts/roles.ts';
import { formMessages, adminMessages as messages } from '../../messages/messages.ts';
import { accountPath } from '../../messages/paths.ts';
import { adminStylesheet, formScript, otherPagesStylesheet } from '../assets.ts';
import { ErrorSummary, type FormProblem, Notice } from '../forms.tsx';
import { LinkLine, Page, renderDocument, type Site } from '../layout.tsx';
import * as paths from './admin-paths.ts';

/** The pages in the navigation, in its order, with the lowest role that may open each. */
const ADMIN_SECTIONS: readonly (readonly [
  path: string,
  section: keyof typeof messages.sections,
  role: StaffRole,
])[] = [
  [paths.ADMIN_PATH, 'overview', 'moderator'],
  [paths.ACCOUNTS_PATH, 'accounts', 'moderator'],
  [paths.SERVERS_PATH, 'servers', 'moderator'],
  [paths.REPORTS_PATH, 'reports', 'moderator'],
  [paths.BANS_PATH, 'bans', 'moderator'],
  [paths.FILTER_PATH, 'filter', 'moderator'],
  [paths.AUDIT_PATH, 'audit', 'moderator'],
  [paths.MAIL_PATH, 'mail', 'administrator'],
  [paths.SITE_PATH, 'site', 'administrator'],
  [paths.NOTICE_PATH, 'notice', 'administrator'],
  [paths.DOCTOR_PAGE_PATH, 'doctor', 'administrator'],
];

export interface AdminFrame {
  site: Site;
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
          <Notice kind="success" text={described} />
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
        {ADMIN_SECTIONS.filter(([, , needed]) => role === 'administrator' || role === needed).map(
          ([path, section]) => (
            <li key={path}>
              <a href={path} aria-current={path === current ? 'page' : undefined}>
                {messages.sections[section]}
                {path === paths.REPORTS_PATH && openReports > 0 && (
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
      <LinkLine look="button play" href={accountPath('security')} label={toSecurity} />
    </AdminPage>,
  );
}
