// The pages of an account's own list: servers that it joined lately, and servers that it hides.
/** @jsxImportSource preact */

import {
  formPage,
  type OwnerRequest,
  type PagePorts,
  pageRoutes,
} from '../../platform/http/page.ts';
import { seeOther } from '../../platform/http/page-form.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import type { PageParts } from '../../platform/module/description.ts';
import type { FormState } from '../../platform/views/form-fields.tsx';
import { Form, FormPage, SubmitButton } from '../../platform/views/forms.tsx';
import { Ago } from '../../platform/views/time.tsx';
import { accountNavigation } from '../account/account-parts.tsx';
import type { Claims } from '../claims/index.ts';
import { ServerRecord } from '../favourites/favourites-parts.tsx';
import { ownListMessages } from './messages.ts';
import type { OwnLists } from './own-list.ts';
import { ownListPart, serverChoice } from './own-list-parts.tsx';
import { HIDDEN_PATH, RECENT_PATH } from './own-list-paths.ts';

export type OwnListPagePorts = PagePorts & {
  ownLists: OwnLists;
  servers: { claims: Pick<Claims, 'findClaim'>; ranking: { isOn(): boolean } };
};

/** The routes of own lists, and what they add to the list page and to the pages of servers. */
export const createParts = (context: OwnListPagePorts, clock: Clock): PageParts => ({
  routes: [ownListRoutes(context, clock)],
  ownLists: [ownListPart(context)],
  serverChoices: [serverChoice(context)],
});

/** Routes of `/acc/recent/` and `/acc/hidden/`. */
const ownListRoutes = (context: OwnListPagePorts, clock: Clock) =>
  pageRoutes(context, [
    { path: RECENT_PATH, who: 'owner', ...formPage(createRecentPage(context, clock)) },
    { path: HIDDEN_PATH, who: 'owner', ...formPage(createHiddenPage(context)) },
  ]);

function createRecentPage({ ownLists, servers }: OwnListPagePorts, clock: Clock) {
  const texts = ownListMessages.recent;

  async function show({ account, site }: OwnerRequest, state: FormState) {
    const isKept = await ownLists.isPlayedKept(account.id);
    const played = await ownLists.list(account.id, 'played');
    const about = played.length === 0 ? texts.none : texts.intro;
    const intro = servers.ranking.isOn() ? about : texts.notKnown;
    return (
      <FormPage
        site={site(RECENT_PATH)}
        title={texts.title}
        state={state}
        navigation={accountNavigation(RECENT_PATH)}
      >
        <p>{isKept ? intro : texts.isOff}</p>
        <ul class="records">
          {played.map((server) => (
            <ServerRecord
              key={server.hash}
              {...server}
              icon={servers.claims.findClaim(server.hash)?.iconDigest}
              about={
                <>
                  {` · ${texts.played} `}
                  <Ago at={server.addedAt} now={clock.now()} />
                </>
              }
            />
          ))}
        </ul>
        <Form action={RECENT_PATH}>
          {isKept && <p class="hint">{texts.offHint}</p>}
          <div class="row">
            {played.length > 0 && (
              <SubmitButton label={texts.clear} kind="quiet" name="change" value="clear" />
            )}
            <SubmitButton
              label={isKept ? texts.switchOff : texts.switchOn}
              kind={isKept ? 'quiet' : 'main'}
              name="change"
              value={isKept ? 'off' : 'on'}
            />
          </div>
        </Form>
      </FormPage>
    );
  }

  async function submit({ account, form }: OwnerRequest): Promise<Response> {
    const change = form.field('change');
    if (change === 'clear') await ownLists.clearPlayed(account.id);
    else if (change !== '') await ownLists.choosePlayed(account.id, change === 'on');
    return seeOther(RECENT_PATH);
  }

  return { show, submit };
}

function createHiddenPage({ ownLists, servers }: OwnListPagePorts) {
  const texts = ownListMessages.hidden;

  async function show({ account, site }: OwnerRequest, state: FormState) {
    const hidden = await ownLists.list(account.id, 'hidden');
    return (
      <FormPage
        site={site(HIDDEN_PATH)}
        title={texts.title}
        state={state}
        navigation={accountNavigation(HIDDEN_PATH)}
      >
        <p>{hidden.length === 0 ? texts.none : texts.intro}</p>
        <ul class="records">
          {hidden.map((server) => (
            <ServerRecord
              key={server.hash}
              {...server}
              icon={servers.claims.findClaim(server.hash)?.iconDigest}
            >
              {(name) => (
                <Form action={HIDDEN_PATH}>
                  <button
                    class="button quiet"
                    type="submit"
                    name="unhide"
                    value={server.hash}
                    aria-label={texts.unhideOf(name)}
                  >
                    {texts.unhide}
                  </button>
                </Form>
              )}
            </ServerRecord>
          ))}
        </ul>
      </FormPage>
    );
  }

  async function submit({ account, form, next }: OwnerRequest): Promise<Response> {
    const { hide, unhide } = form.fields('hide', 'unhide');
    if (hide) await ownLists.hide(account.id, hide);
    if (unhide) await ownLists.unhide(account.id, unhide);
    return seeOther(form.field('next') === '' ? HIDDEN_PATH : next);
  }

  return { show, submit };
}
