// The page of an empty list: what the operator of the site, of a game server, and a player can do next.
/** @jsxImportSource preact */

import { labels, messages } from '../../platform/messages/messages.ts';
import { Help } from '../../platform/views/forms.tsx';
import {
  ADD_SERVER_PATH,
  Page,
  renderDocument,
  type Site,
  START_PATH,
} from '../../platform/views/layout.tsx';
import { CodeBlock } from '../../platform/views/parts.tsx';
import { startMessages } from '../start/messages.ts';
import { emptyListMessages as texts } from './messages.ts';

/** Renders the page, whose script waits for the first server. `isNew` is true while the site has no administrator. */
export function renderEmptyPage(site: Site, isNew: boolean): string {
  const { adminPath, accountName, registerPath } = site;
  const isPlayer = accountName !== undefined || registerPath === undefined;
  const { administration } = messages;
  const steps = [
    ...(adminPath === undefined
      ? []
      : [{ ...texts.administration, title: administration, href: adminPath }]),
    {
      ...texts.operator,
      label: startMessages.add.title,
      href: ADD_SERVER_PATH,
      look: 'button play',
    },
    isPlayer
      ? { ...texts.player, label: startMessages.play.launcher, href: START_PATH }
      : { ...texts.stranger, label: labels.createAnAccount, href: registerPath },
  ];
  return renderDocument(
    <Page site={site} title={texts.title} preview={{ path: '/' }} stylesheets={[]} isCounting>
      <div class="first" data-live="content">
        <h1>{texts.title}</h1>
        <p>{texts.intro}</p>
        <div class="next-steps">
          {isNew && (
            <section>
              <Help title={texts.site} text={texts.siteHow} />
              <CodeBlock text="muster account first-administrator" />
            </section>
          )}
          {steps.map((step) => (
            <section key={step.title}>
              <Help look="button quiet" {...step} />
            </section>
          ))}
        </div>
      </div>
    </Page>,
  );
}
