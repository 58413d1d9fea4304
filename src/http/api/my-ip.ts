// Tells callers the address that they come from.

import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import type { HttpContext } from '../context.ts';
import { openTo } from '../open-paths.ts';

const PATH = '/api/myip';

const HEADERS = {
  'content-type': 'text/plain',
  'cache-control': 'private, no-store',
  ...openTo(PATH),
};

/** Route of `/api/myip`: the address alone, without a newline, as ProCraft parses it untrimmed (C9.1). Nobody may keep it (C5.14). */
export function myIpRoutes(context: HttpContext) {
  return new Elysia({ name: 'my-ip' }).get(
    PATH,
    ({ request }) => new Response(context.addressOf(request), { headers: HEADERS }),
    {
      response: Type.String({
        description: 'Dotted IPv4, or IPv6 in its shortest form.',
        examples: ['203.0.113.7'],
      }),
      detail: { summary: 'The IP address of the client', tags: ['My address'] },
    },
  );
}
