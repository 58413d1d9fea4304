// The page of an account's favourite servers, and the route that the stars on every page post to.
/** @jsxImportSource preact */

import {
  formPage,
  type OwnerRequest,
  type PagePorts,
  pageRoutes,
} from '../../platform/http/page.ts';
import { seeOther } from '../../platform/http/page-form.ts';
import { answerPrivateJson } from '../../platform/http/read-answer.ts';
import { accountPath } from '../../platform/messages/paths.ts';
import type { FormState } from '../../platform/views/form-fields.tsx';
import { FormPage } from '../../platform/views/forms.tsx';
import { accountNavigation } from '../account/account-parts.tsx';
import type { Claims } from '../claims/index.ts';
import type { FavouriteServer, Favourites } from './favourites.ts';
import { ServerRecord, Star } from './favourites-parts.tsx';
import { favouriteMessages } from './messages.ts';

const sentences = favouriteMessages;
const PATH = accountPath('favourites');

type FavouritePagePorts = PagePorts & {
  servers: { favourites: Favourites; claims: Pick<Claims, 'findClaim'> };
};

/** Route of `/favourites/`. */
export function favouriteRoutes(context: FavouritePagePorts) {
  const { favourites, claims } = context.servers;

  async function show({ account, query, site }: OwnerRequest, state: FormState) {
    // The script of the list needs no page.
    if (query.by === 'script') {
      return answerPrivateJson(JSON.stringify([...(await favourites.listHashes(account.id))]));
    }
    const found = await favourites.list(account.id);
    const isOnline = ({ listing, isPrivate }: FavouriteServer) => Number(isPrivate || !!listing);
    return (
      <FormPage
        site={site(PATH)}
        title={favouriteMessages.title}
        state={state}
        navigation={accountNavigation(PATH)}
      >
        <p>{found.length === 0 ? sentences.none : sentences.intro}</p>
        <ul class="records">
          {found
            .toSorted((one, other) => isOnline(other) - isOnline(one))
            .map((favourite) => (
              <ServerRecord
                key={favourite.hash}
                {...favourite}
                icon={claims.findClaim(favourite.hash)?.iconDigest}
              >
                {(name) => <Star hash={favourite.hash} name={name} next={PATH} isOn />}
              </ServerRecord>
            ))}
        </ul>
      </FormPage>
    );
  }

  async function change({ account, form, next }: OwnerRequest): Promise<Response> {
    const { add, remove } = form.fields('add', 'remove');
    if (add) await favourites.add(account.id, add.split(' '));
    if (remove) await favourites.remove(account.id, remove);
    return form.field('by') === 'script' ? new Response(null, { status: 204 }) : seeOther(next);
  }

  return pageRoutes(context, [
    {
      path: PATH,
      who: 'owner',
      query: ['by'],
      ...formPage<OwnerRequest>({ show, submit: change }),
    },
  ]);
}
