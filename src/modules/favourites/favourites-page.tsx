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
import { stripColourCodes } from '../../platform/lib/colour-codes.ts';
import { accountPath } from '../../platform/messages/paths.ts';
import type { FormState } from '../../platform/views/form-fields.tsx';
import { FormPage } from '../../platform/views/forms.tsx';
import { Face } from '../../platform/views/parts.tsx';
import { accountNavigation } from '../account/account-parts.tsx';
import type { Claims } from '../claims/index.ts';
import { serverMessages } from '../registry/messages.ts';
import type { FavouriteServer, Favourites } from './favourites.ts';
import { Star } from './favourites-parts.tsx';
import { favouriteMessages } from './messages.ts';

const sentences = favouriteMessages;
const server = serverMessages;
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
              <Row
                key={favourite.hash}
                {...favourite}
                icon={claims.findClaim(favourite.hash)?.iconDigest}
              />
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

type Shown = FavouriteServer & { icon: string | null | undefined };

function Row({ hash, icon, name, listing, isPrivate }: Shown) {
  const shown = stripColourCodes(name) || sentences.nameless;
  const origin = listing?.origin;
  return (
    <li>
      <Face hash={hash} icon={icon} />
      <p>
        <a
          href={`${origin?.url ?? ''}/server/play/${hash}/`}
          {...(origin && { rel: 'noopener external', title: serverMessages.opensAt(origin.host) })}
        >
          <bdi>{shown}</bdi>
        </a>
        <span class="hint">
          {listing
            ? serverMessages.playersOfMost(listing.counted, listing.maxPlayers)
            : isPrivate
              ? sentences.isPrivate
              : server.offline}
        </span>
      </p>
      <Star hash={hash} name={shown} next={PATH} isOn />
    </li>
  );
}
