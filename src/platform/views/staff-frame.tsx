// The frame of the administration's pages: navigation, heading, the result of the last action, and problems.
/** @jsxImportSource preact */

import type { StaffRole } from '../lib/roles.ts';
import { formMessages, staffMessages } from '../messages/messages.ts';
import { accountPath } from '../messages/paths.ts';
import { adminStylesheet, formScript, otherPagesStylesheet } from './assets.ts';
import { EMPTY_FORM } from './form-fields.tsx';
import { ErrorSummary, Form, Notice, SubmitButton } from './forms.tsx';
import { LinkLine, Page, renderDocument, type Site } from './layout.tsx';
import { type ActionState, OwnPageProvider } from './staff-actions.tsx';
import type { Shown } from './staff-parts.tsx';

export type SectionGroup = keyof typeof staffMessages.groups;

/** A page in the navigation. */
export interface Section {
  path: string;
  label: string;
  /** Its group in the navigation; the overview has none. */
  group?: SectionGroup | undefined;
  /** The number of open tasks there. */
  open: number;
}

export interface AdminFrame {
  site: Site;
  role: StaffRole;
  /** The pages that the role may open, the overview first. */
  sections: readonly Section[];
}

/** A page of the administration; `path` is its own. */
export function renderAdminPage(
  page: Shown & {
    frame: AdminFrame;
    query?: string;
    state?: ActionState;
    /** The result of the action that led here. */
    done?: string | undefined;
    /** The result of an action on several things. */
    result?: { text: string; isUndoable: boolean } | undefined;
  },
): string {
  const { frame, path = '', query = '', state = EMPTY_FORM, done, result, body } = page;
  const current = SECTION.exec(path)?.[0];
  const section = frame.sections.find((each) => each.path === current) ?? frame.sections[0];
  const { title = section?.label ?? '' } = page;
  const { problems } = state;
  const shown = problems.length > 0 ? formMessages.problemTitle(title) : title;
  return renderDocument(
    <Page
      site={frame.site}
      title={staffMessages.documentTitle(shown)}
      stylesheets={[otherPagesStylesheet, adminStylesheet]}
      scripts={[formScript]}
    >
      <div class="admin">
        <Sections frame={frame} current={current} title={section?.label ?? ''} />
        <div class="admin-main">
          <h1>{title}</h1>
          <ErrorSummary problems={problems} />
          {done !== undefined && problems.length === 0 && (
            <Notice kind="success">
              <p>{result === undefined ? done : `${done} ${result.text}`}</p>
              {result?.isUndoable && (
                <Form action={`${path}many-undo/${query}`}>
                  <SubmitButton label={staffMessages.many.undo} kind="quiet" />
                </Form>
              )}
            </Notice>
          )}
          <OwnPageProvider value={{ path, query, state }}>{body}</OwnPageProvider>
        </div>
      </div>
    </Page>,
  );
}

/** The path of a section. The paths of its pages begin with it. */
const SECTION = /^\/admin\/(?:\w+\/)?/;

/** The navigation. On phones it is a menu, which a checkbox opens without a script. */
function Sections(properties: { frame: AdminFrame; current: string | undefined; title: string }) {
  const { frame, current, title } = properties;
  const groups = Map.groupBy(frame.sections, ({ group }) => group);
  return (
    <nav class="sections" aria-label={staffMessages.navigation}>
      <input
        type="checkbox"
        id="sections-shown"
        class="sections-shown hidden-label"
        aria-label={staffMessages.menu}
      />
      <label class="button quiet sections-button" for="sections-shown">
        {staffMessages.menu}: {title}
      </label>
      <div class="sections-groups">
        {[...groups].map(([group, sections]) => (
          <>
            {group !== undefined && <p>{staffMessages.groups[group]}</p>}
            <ul>
              {sections.map((section) => (
                <SectionLink key={section.path} section={section} current={current} />
              ))}
            </ul>
          </>
        ))}
      </div>
    </nav>
  );
}

function SectionLink(properties: { section: Section; current: string | undefined }) {
  const { path, label, open } = properties.section;
  return (
    <li>
      <a href={path} aria-current={path === properties.current ? 'page' : undefined}>
        {label}
        {open > 0 && (
          <>
            {' '}
            <span class="count" aria-hidden="true">
              {open}
            </span>
            <span class="hidden-label">{staffMessages.open(open)}</span>
          </>
        )}
      </a>
    </li>
  );
}

/** The page that staff see instead of the administration until they have a second factor. */
export function renderFactorNeededPage(frame: AdminFrame): string {
  const { title, why, toSecurity } = staffMessages.factorNeeded;
  const body = (
    <>
      <p>{why}</p>
      <LinkLine look="button play" href={accountPath('security')} label={toSecurity} />
    </>
  );
  return renderAdminPage({ frame, title, body });
}
