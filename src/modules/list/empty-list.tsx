// The page of an empty list: what the operator of the site, of a game server, and a player can do next.
/** @jsxImportSource preact */

import type { ComponentChildren } from 'preact';
import { labels, messages } from '../../platform/messages/messages.ts';
import {
  ADD_SERVER_PATH,
  LinkLine,
  Page,
  renderDocument,
  type Site,
  START_PATH,
} from '../../platform/views/layout.tsx';
import { CodeBlock } from '../../platform/views/parts.tsx';
import { startMessages } from '../start/messages.ts';
import { emptyListMessages as texts } from './messages.ts';

/** Renders the page, where a script waits for the first server. `isNew` if the site has no administrator yet. */
export function renderEmptyPage(site: Site, isNew: boolean): string {
  const { adminPath, accountName, registerPath } = site;
  const isPlayer = accountName !== undefined || registerPath === undefined;
  return renderDocument(
    <Page site={site} title={texts.title} preview={{ path: '/' }} stylesheets={[]} isCounting>
      <div class="first" data-live="content">
        <h1>{texts.title}</h1>
        <p>{texts.intro}</p>
        <div class="next-steps">
          {isNew && (
            <Step title={texts.site} text={texts.siteHow}>
              <CodeBlock text="muster account first-administrator" />
            </Step>
          )}
          {adminPath !== undefined && (
            <Step title={messages.administration} text={texts.administrationHow}>
              <LinkLine look="button quiet" href={adminPath} label={texts.toAdministration} />
            </Step>
          )}
          <Step title={texts.operator} text={texts.operatorHow}>
            <LinkLine look="button play" href={ADD_SERVER_PATH} label={startMessages.add.title} />
          </Step>
          <Step title={texts.player} text={isPlayer ? texts.playerHow : texts.strangerHow}>
            <LinkLine
              look="button quiet"
              href={isPlayer ? START_PATH : registerPath}
              label={isPlayer ? startMessages.play.launcher : labels.createAnAccount}
            />
          </Step>
        </div>
      </div>
    </Page>,
  );
}

function Step(properties: { title: string; text: string; children: ComponentChildren }) {
  const { title, text, children } = properties;
  return (
    <section>
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </section>
  );
}
