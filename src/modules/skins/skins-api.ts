// The pictures of players for launchers, game servers and other sites: `/skin/<name>.png`, `/skin/<name>`, the same
// below `/skins/`, and `/face/<name>.png`.

import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { answerFailure } from '../../platform/http/errors.ts';
import { decodeField } from '../../platform/http/form.ts';
import { answerKeptPage, keepFile } from '../../platform/http/html.ts';
import { alsoAnswers, describeAnswer, HIDDEN } from '../../platform/http/openapi.ts';
import { matching, pathParameter } from '../../platform/http/parameters.ts';
import { NO_SNIFFING } from '../../platform/http/security-headers.ts';
import { skinFailures } from './messages.ts';
import { FACE_SIZES } from './skin.ts';
import type { PlayerSkin, Skins } from './skins.ts';

const PNG = /\.png$/i;

const NameSchema = matching(/^[A-Za-z0-9_.]{2,20}$/, {
  description: 'Name of the player in any case; `.png` may follow.',
  examples: ['Alice.png'],
});

const { smallest, usual, largest } = FACE_SIZES;

/** The framework checks the size and answers an invalid one with the sentence in `error`. */
const FaceQuery = Type.Object(
  {
    size: Type.Optional(
      Type.String({
        pattern: '^(?:[89]|[1-9][0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-6])$',
        description: `Width and height in pixels, ${smallest} to ${largest}; by default ${usual}.`,
        error: () => skinFailures.faceSize(smallest, largest),
      }),
    ),
  },
  // Without this, the framework would refuse unknown fields.
  { additionalProperties: true },
);

const HEADERS = {
  'access-control-allow-origin': '*',
  // Sites with cross-origin isolation need this header.
  'cross-origin-resource-policy': 'cross-origin',
  'content-security-policy': "default-src 'none'; sandbox",
  ...NO_SNIFFING,
};
/** A new skin, or a moderator's removal, is seen by everybody within this time. */
const SHORT = 'public, max-age=60';
const LASTING = 'public, max-age=31536000, immutable';

type Requested = { request: Request; params: { name: string } };

export function skinApiRoutes({ skins }: { skins: Pick<Skins, 'find' | 'read' | 'readFace'> }) {
  /** A name may itself end with `.png`. It is then found where no player has the name without it. */
  async function findSkin(text: string): Promise<PlayerSkin | undefined> {
    const short = PNG.test(text) ? await skins.find(text.replace(PNG, '')) : undefined;
    return short ?? skins.find(text);
  }

  async function answer(
    { request, params: { name } }: Requested,
    read: (skin: PlayerSkin) => Promise<Uint8Array<ArrayBuffer> | undefined>,
    variant = '',
  ): Promise<Response> {
    const skin = await findSkin(name);
    const bytes = skin && (await read(skin));
    if (skin === undefined || bytes === undefined) return answerNobody({ request });
    const isNamed = request.url.includes(`v=${skin.digest}`);
    return answerKeptPage(request, keepFile({ bytes, digest: skin.digest + variant }, true), {
      ...HEADERS,
      vary: 'Accept-Encoding',
      'content-type': 'image/png',
      'cache-control': isNamed ? LASTING : SHORT,
    });
  }

  const answerNobody = ({ request }: { request: Request }) =>
    answerFailure(request, 404, skinFailures.nobody);
  const named = pathParameter('name', NameSchema, {
    read: decodeField,
    answerMismatch: answerNobody,
  });
  const picture = (summary: string, ...statuses: number[]) => ({
    summary,
    ...alsoAnswers(304, 404, ...statuses),
    tags: ['Players'],
    responses: describeAnswer({ 'image/png': Type.String({ description: 'PNG image.' }) }),
  });
  const answerSkin = (requested: Requested) => answer(requested, skins.read);

  return new Elysia({ name: 'skins' })
    .get('/skin/:name', answerSkin, {
      ...named,
      detail: picture('Skin of a player, 64 × 32 or 64 × 64 pixels'),
    })
    .get('/skins/:name', answerSkin, { ...named, ...HIDDEN })
    .get(
      '/face/:name',
      ({ query: { size = `${usual}` }, ...requested }) =>
        answer(requested, (skin) => skins.readFace(skin, Number(size)), `-${size}`),
      { ...named, query: FaceQuery, detail: picture('Face of a player', 400) },
    );
}
