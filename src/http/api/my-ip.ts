// Tells callers the address that they come from.

import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import type { HttpContext } from '../context.ts';

/** Route of `/api/myip`: the address alone, without a newline, as ProCraft parses it untrimmed (C9.1). Nobody may keep it (C5.14). */
export function myIpRoutes(context: HttpContext) {
  return new Elysia({ name: 'my-ip' }).get(
    '/api/myip',
    ({ request }) =>
      new Response(context.addressOf(request), {
        headers: { 'content-type': 'text/plain', 'cache-control': 'private, no-store' },
      }),
    {
      response: Type.String({ description: 'Dotted IPv4, or IPv6 in its shortest form.' }),
      detail: { summary: 'The address that the request came from', tags: ['My address'] },
    },
  );
}
