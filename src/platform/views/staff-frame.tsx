// The frame of the administration's pages: navigation, heading, the result of the last action, and problems.
/** @jsxImportSource preact */

import type { StaffRole } from '../lib/roles.ts';
import { formMessages, staffMessages } from '../messages/messages.ts';
import { accountPath } from '../messages/paths.ts';
import { adminScript, adminStylesheet, formScript, otherPagesStylesheet } from './assets.ts';
import { EMPTY_FORM } from './form-fields.tsx';
import { ErrorSummary, Form, Notice, SubmitButton } from './forms.tsx';
import { LinkLine, Page, renderDocument, type Site } from './layout.tsx';
import { type SideLink, SideNavigation } from './side-navigation.tsx';
import { type ActionState, OwnPageProvider } from './staff-actions.tsx';
import type { Shown } from './staff-parts.tsx';

export type SectionGroup = keyof typeof staffMessages.groups;

/** A page in the navigation, with its group; the overview has none. */
export type Section = SideLink & { group?: SectionGroup | undefined };

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
  const { title = section?.label ?? '', part } = page;
  const groups = [...Map.groupBy(frame.sections, ({ group }) => group)].map(([group, links]) => ({
    title: group && staffMessages.groups[group],
    links,
  }));
  const { problems } = state;
  const shown = problems.length > 0 ? formMessages.problemTitle(title) : title;
  return renderDocument(
    <Page
      site={frame.site}
      title={staffMessages.documentTitle(shown)}
      stylesheets={[otherPagesStylesheet, adminStylesheet]}
      scripts={[formScript, adminScript]}
    >
      <div class="sided admin">
        <SideNavigation
          label={staffMessages.navigation}
          groups={groups}
          current={part ?? current}
        />
        <div class="admin-main">
          <h1>{title}</h1>
          <ErrorSummary problems={problems} />
          {done !== undefined && result === undefined && problems.length === 0 && (
            <Notice kind="success" text={done} />
          )}
          <OwnPageProvider value={{ path, query, state, now: frame.site.madeAt }}>
            {body}
          </OwnPageProvider>
          {result !== undefined && (
            <div class="many-bar many-result" role="status">
              <p>{result.text}</p>
              {result.isUndoable && (
                <Form action={`${path}many-undo/${query}`}>
                  <SubmitButton label={staffMessages.many.undo} kind="quiet" />
                </Form>
              )}
            </div>
          )}
        </div>
      </div>
    </Page>,
  );
}

/** The path of a section. The paths of its pages begin with it. */
const SECTION = /^\/admin\/(?:\w+\/)?/;

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
