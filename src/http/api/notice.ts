// What administrators tell everybody at the moment, for programs and other sites.

import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { toAsciiJson } from '../../lib/ascii-json.ts';
import { md5Hex } from '../../lib/md5.ts';
import { NOTICE_LEVELS, type Notice } from '../../site/site.ts';
import type { HttpContext } from '../context.ts';
import { answerNotModified } from '../etag.ts';
import { openTo } from '../open-paths.ts';
import { describeAnswer } from '../openapi.ts';
import { NO_SNIFFING } from '../security-headers.ts';

const PATH = '/api/v1/notice';

const NoticeSchema = Type.Object({
  notice: Type.Union(
    [
      Type.Object({
        text: Type.String({ description: 'Plain text in one line.' }),
        level: Type.Union(NOTICE_LEVELS.map((level) => Type.Literal(level))),
        until: Type.Union([Type.Integer(), Type.Null()], {
          description: 'Unix seconds at which it ends by itself; null for no end.',
        }),
      }),
      Type.Null(),
    ],
    { description: 'null while there is none.' },
  ),
});

const HEADERS = {
  'content-type': 'application/json',
  'cache-control': 'no-cache',
  ...NO_SNIFFING,
  ...openTo(PATH),
};

function describe({ text, level, until }: Notice) {
  return { text, level, until: until === null ? null : Math.ceil(until / 1_000) };
}

/** Route of `/api/v1/notice`. */
export function noticeRoutes({ site }: Pick<HttpContext, 'site'>) {
  function answer(request: Request): Response {
    const notice = site.notice.current();
    const body = toAsciiJson({ notice: notice === undefined ? null : describe(notice) });
    const headers = { ...HEADERS, etag: `"${md5Hex(body).slice(0, 20)}"` };
    return (
      answerNotModified(request.headers, headers.etag, headers) ?? new Response(body, { headers })
    );
  }

  return new Elysia({ name: 'notice' }).get(PATH, ({ request }) => answer(request), {
    detail: {
      summary: 'What administrators tell everybody at the moment',
      tags: ['Notice'],
      responses: describeAnswer({ 'application/json': NoticeSchema }),
    },
  });
}
