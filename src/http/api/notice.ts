// What administrators tell everybody at the moment, for programs and other sites.

import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { toAsciiJson } from '../../lib/ascii-json.ts';
import { NOTICE_LEVELS, type Notice } from '../../site/site.ts';
import type { HttpContext } from '../context.ts';
import { alsoAnswers, named } from '../openapi.ts';
import { answerPublicJson } from './read-answer.ts';

const EXAMPLE = {
  ...{ text: 'The service moves on Saturday at 18:00 UTC.', level: 'warning' },
  until: 1_769_903_940,
};

const NoticeSchema = named(
  'Notice',
  Type.Object(
    {
      text: Type.String({ description: 'Plain text on one line.' }),
      level: Type.Union(NOTICE_LEVELS.map((level) => Type.Literal(level))),
      until: Type.Union([Type.Integer(), Type.Null()], {
        description: 'When it ends by itself, in Unix seconds; null for no end.',
      }),
    },
    { examples: [EXAMPLE] },
  ),
);

const CurrentNoticeSchema = named(
  'CurrentNotice',
  Type.Object(
    {
      notice: Type.Union([NoticeSchema, Type.Null()], { description: 'null while there is none.' }),
    },
    { examples: [{ notice: EXAMPLE }, { notice: null }] },
  ),
);

function describeNotice({ text, level, until }: Notice) {
  return { text, level, until: until === null ? null : Math.ceil(until / 1_000) };
}

/** Route of `/api/v1/notice`. */
export function noticeRoutes({ site }: Pick<HttpContext, 'site'>) {
  function answer(request: Request): Response | Promise<Response> {
    const notice = site.notice.current();
    return answerPublicJson(
      request,
      toAsciiJson({ notice: notice === undefined ? null : describeNotice(notice) }),
    );
  }

  return new Elysia({ name: 'notice' }).get('/api/v1/notice', ({ request }) => answer(request), {
    response: CurrentNoticeSchema,
    detail: {
      operationId: 'getNotice',
      summary: 'The current notice',
      tags: ['Notice'],
      ...alsoAnswers(304),
    },
  });
}
