// The page of a player, and the page where owners of accounts choose what it shows.
/** @jsxImportSource preact */

import { answerFailure } from '../../platform/http/errors.ts';
import {
  formPage,
  type OwnerRequest,
  type PagePorts,
  type PageRequest,
  pageRoutes,
} from '../../platform/http/page.ts';
import { seeOther } from '../../platform/http/page-form.ts';
import { matching } from '../../platform/http/parameters.ts';
import { formats, labels } from '../../platform/messages/messages.ts';
import type { PlayerParts } from '../../platform/module/description.ts';
import type { FormState } from '../../platform/views/form-fields.tsx';
import { FieldsForm, FormPage, Notice } from '../../platform/views/forms.tsx';
import { LinkLine, Page } from '../../platform/views/layout.tsx';
import { accountNavigation } from '../account/account-parts.tsx';
import type { Account } from '../account/index.ts';
import type { Claims } from '../claims/index.ts';
import { ServerRecord } from '../favourites/favourites-parts.tsx';
import { playerMessages as messages } from './messages.ts';
import type { PlayerPages, ShownServer } from './player-pages.ts';
import { PLAYER_SETTINGS_PATH, playerPath } from './player-paths.ts';

export type PlayerPagePorts = PagePorts<Account> & {
  playerPages: PlayerPages;
  servers: { claims: Pick<Claims, 'findClaim'> };
  parts: { playerParts?: readonly PlayerParts[] };
};

const NAME = matching(/^[A-Za-z0-9_.]{2,16}$/, { description: 'Name of the player.' });

const answerNobody = ({ request }: PageRequest<Account>) =>
  answerFailure(request, 404, messages.nobody);

/** The page where owners choose what their page shows. */
function createChoicesPage(playerPages: PlayerPages) {
  async function show({ account, site, query }: OwnerRequest<Account>, state: FormState) {
    const { settings } = messages;
    const choices = await playerPages.findChoices(account.id);
    const names = ['isShown', 'areServersShown', 'areFavouritesShown'] as const;
    return (
      <FormPage
        site={site(PLAYER_SETTINGS_PATH)}
        title={settings.title}
        state={state}
        navigation={accountNavigation(PLAYER_SETTINGS_PATH)}
      >
        {query.done === 'saved' && <Notice kind="success" text={settings.saved} />}
        <p>{settings.intro}</p>
        <FieldsForm
          action={PLAYER_SETTINGS_PATH}
          fields={names.map((name) => {
            return {
              name,
              label: settings[name],
              hint: settings.hints[name],
              isChecked: choices[name],
            };
          })}
          state={state}
          submit={labels.save}
        />
        <LinkLine href={playerPath(account.name)} label={settings.open} />
      </FormPage>
    );
  }

  async function submit({ account, form }: OwnerRequest<Account>): Promise<Response> {
    const isTicked = (name: string) => form.field(name) === 'yes';
    await playerPages.choose(account.id, {
      isShown: isTicked('isShown'),
      areServersShown: isTicked('areServersShown'),
      areFavouritesShown: isTicked('areFavouritesShown'),
    });
    return seeOther(`${PLAYER_SETTINGS_PATH}?done=saved`);
  }

  return formPage({ show, submit });
}

/** Routes of `/player/<name>/` and `/acc/player/`. */
export function playerPageRoutes(context: PlayerPagePorts) {
  const { playerPages, servers } = context;
  const iconOf = (hash: string) => servers.claims.findClaim(hash)?.iconDigest;

  async function show(requested: PageRequest<Account>) {
    const { params, account, site } = requested;
    const found = await playerPages.find(params.name ?? '', account?.id);
    if (found === undefined) return answerNobody(requested);
    const { player, isPublic, isOwner, isSuspended, claimed, favourites } = found;
    const { name, forumTitle, registeredAt } = player;
    const path = playerPath(name);
    const [parts] = context.parts.playerParts ?? [];
    return (
      <Page site={site(path)} title={name} preview={{ path, description: messages.about(name) }}>
        <div class="server-head">
          {await parts?.face(name)}
          <div>
            <h1>{name}</h1>
            {!isSuspended && forumTitle !== '' && <p class="server-line">{forumTitle}</p>}
            {!isSuspended && <p class="hint">{messages.since(formats.formatDay(registeredAt))}</p>}
          </div>
        </div>
        {isSuspended && <Notice kind="information" text={messages.suspended} />}
        {!isPublic && <Notice kind="information" text={messages.onlyYou} />}
        <div class="columns">
          <div>
            <Servers title={messages.servers} servers={claimed} iconOf={iconOf} />
            <Servers title={messages.favourites} servers={favourites} iconOf={iconOf} />
            {claimed.length + favourites.length === 0 && <p class="hint">{messages.nothing}</p>}
          </div>
          <aside>
            {await parts?.figure(name, isOwner)}
            {isOwner && <LinkLine href={PLAYER_SETTINGS_PATH} label={messages.choose} />}
          </aside>
        </div>
      </Page>
    );
  }

  return pageRoutes<Account>(context, [
    {
      path: '/player/:name',
      who: 'visitor',
      parameter: { schema: NAME, otherwise: answerNobody },
      get: show,
    },
    {
      path: PLAYER_SETTINGS_PATH,
      who: 'owner',
      query: ['done'],
      ...createChoicesPage(playerPages),
    },
  ]);
}

function Servers(facts: {
  title: string;
  servers: readonly ShownServer[];
  iconOf(hash: string): string | null | undefined;
}) {
  const { title, servers, iconOf } = facts;
  if (servers.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul class="records">
        {servers.map((server) => (
          <ServerRecord key={server.hash} {...server} icon={iconOf(server.hash)} />
        ))}
      </ul>
    </section>
  );
}
