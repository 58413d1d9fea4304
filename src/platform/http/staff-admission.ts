// Decides who may use the functions of staff: by role and, if the site requires it, only with a second factor.

import type { Actor } from '../lib/actor.ts';
import { asStaff, isAtLeast, type StaffRole } from '../lib/roles.ts';
import type { Visitor } from '../lib/visitor.ts';
import { messages, staffMessages } from '../messages/messages.ts';
import type { Site } from '../views/layout.tsx';
import type { SideLink } from '../views/side-navigation.tsx';
import {
  type AdminFrame,
  renderFactorNeededPage,
  type Section,
  type SectionGroup,
} from '../views/staff-frame.tsx';
import { answerFailure } from './errors.ts';
import { answerSitePage } from './html.ts';
import { leadToLogin } from './next-path.ts';
import { pathOf } from './path.ts';

export interface StaffPorts {
  /** Whether staff need a second factor (`admin_second_factor`). */
  isFactorRequired(): boolean;
  hasFactor(accountId: number): Promise<boolean>;
}

/** Whether the account needs a second factor before it may do what only staff may do. */
export const lacksFactor = async (
  { isFactorRequired, hasFactor }: StaffPorts,
  accountId: number,
): Promise<boolean> => isFactorRequired() && !(await hasFactor(accountId));

/** The navigation entry of a staff page, and the function that counts its open items. */
export interface StaffSection {
  group?: SectionGroup;
  label(): string;
  countOpen?(): Promise<number>;
  /** The views of the page, which the navigation lists while it is open. */
  listParts?(): readonly SideLink[];
}

/** A staff page, as the navigation knows it. */
export interface StaffEntry {
  path: string;
  role: StaffRole;
  section?: StaffSection | undefined;
}

export interface StaffAdmission {
  /** The sender of the request, as actions need it. */
  actor: Extract<Actor, { kind: 'account' }>;
  frame: AdminFrame;
  query: URLSearchParams;
}

type CountBy = (count: () => Promise<number>) => Promise<number>;

/** The data for staff pages, or the answer to a visitor who may not open this one. Players get 404. */
export async function admitStaff(
  staff: StaffPorts,
  entries: readonly StaffEntry[],
  {
    needed,
    visitor,
    request,
    siteAt,
    countBy,
  }: {
    needed: StaffRole;
    visitor: Visitor;
    request: Request;
    siteAt(path: string): Site;
    countBy: CountBy;
  },
): Promise<StaffAdmission | Response> {
  const path = pathOf(request);
  if (visitor.kind !== 'account') {
    // An action redirects to the page with its form.
    return leadToLogin(request, request.method === 'POST' ? path.replace(/[^/]+\/?$/, '') : path);
  }
  const { id, name, role: held } = visitor.account;
  const role = asStaff(held);
  if (role === undefined) return answerFailure(request, 404, messages.failure.nothingHere);
  if (!isAtLeast(role, needed)) {
    return answerFailure(request, 403, staffMessages.onlyAdministrators);
  }
  const site = siteAt(path);
  if (await lacksFactor(staff, id)) {
    const sections = await listSections(entries, role, async () => 0);
    return answerSitePage(renderFactorNeededPage({ site, role, sections }), 403);
  }
  const frame = { site, role, sections: await listSections(entries, role, countBy) };
  // Without a Host header, the URL has no origin.
  const query = new URL(request.url, 'http://own.invalid').searchParams;
  return { actor: { kind: 'account', id, name }, frame, query };
}

/** The navigation entries for a role. */
function listSections(
  entries: readonly StaffEntry[],
  role: StaffRole,
  countBy: CountBy,
): Promise<Section[]> {
  const shown = entries.flatMap(({ path, section, role: needed }) =>
    section !== undefined && isAtLeast(role, needed) ? [{ path: `${path}/`, ...section }] : [],
  );
  return Promise.all(
    shown.map(async ({ path, group, label, countOpen, listParts }) => {
      const open = countOpen === undefined ? 0 : await countBy(countOpen);
      return { path, group, label: label(), open, parts: listParts?.() };
    }),
  );
}
