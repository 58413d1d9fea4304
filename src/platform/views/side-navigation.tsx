// The navigation beside pages that belong together: those of the administration, of an account, and of an own server.
/** @jsxImportSource preact */

import { staffMessages } from '../messages/messages.ts';

export interface SideLink {
  path: string;
  label: string;
  /** The number of open tasks there. */
  open?: number;
  /** The views of the page, which the navigation lists while one of them is open. */
  parts?: readonly SideLink[] | undefined;
  /** The ids that this part had when all parts were one page. The script redirects links with these ids here. */
  anchors?: string | undefined;
}

export interface Navigation {
  /** Its name for screen readers. */
  label: string;
  groups: readonly { title?: string | undefined; links: readonly SideLink[] }[];
  /** The path of the open page, or of the page that it belongs to. */
  current: string | undefined;
}

/** The navigation. On phones it is a menu, which a checkbox opens without a script. */
export function SideNavigation({ label, groups, current }: Navigation) {
  const links = groups.flatMap((group) => group.links);
  const shown = links.flatMap((link) => link.parts ?? link).find(({ path }) => path === current);
  return (
    <nav class="sections" aria-label={label}>
      <input
        type="checkbox"
        id="sections-shown"
        class="sections-shown hidden-label"
        aria-label={staffMessages.menu}
      />
      <label class="button quiet sections-button" for="sections-shown">
        {staffMessages.menu}: {(shown ?? links[0])?.label}
      </label>
      <div class="sections-groups">
        {groups.map(({ title, links }) => (
          <>
            {title !== undefined && <p>{title}</p>}
            <SideLinks links={links} current={current} />
          </>
        ))}
      </div>
    </nav>
  );
}

function SideLinks({
  links,
  current,
}: {
  links: readonly SideLink[];
  current: string | undefined;
}) {
  return (
    <ul>
      {links.map(({ path, label, open = 0, parts = [], anchors }) => {
        const hasPart = parts.some((part) => part.path === current);
        const isCurrent = path === current && !hasPart;
        return (
          <li key={path}>
            <a
              href={path}
              aria-current={isCurrent ? 'page' : hasPart ? 'true' : undefined}
              data-anchors={anchors}
            >
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
            {hasPart && <SideLinks links={parts} current={current} />}
          </li>
        );
      })}
    </ul>
  );
}
