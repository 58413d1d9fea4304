// Where a machine shows by a code that it has the address which players are to join a claimed server on.

import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { Failure } from '../../../lib/failure.ts';
import { operatorMessages } from '../../../messages/messages.ts';
import { operatorPaths } from '../../../views/server/server-about.tsx';
import type { HttpContext } from '../../context.ts';
import { alsoAnswers, describeAnswer, describeForm } from '../../openapi.ts';
import { readFields } from './page-form.ts';

const messages = operatorMessages.address;

const FormSchema = Type.Object({
  code: Type.String({ description: 'The code that the page of the server shows to its operator.' }),
  port: Type.String({ description: 'The port that players join on, 1 to 65535.' }),
});
const SentenceSchema = Type.String({ description: 'The result, as a sentence.' });

/** Route of `/server/address`, for programs such as curl: what it answers is plain text. */
export function publicAddressRoutes(context: HttpContext) {
  const { publicAddresses } = context.servers;

  async function show(request: Request): Promise<Response> {
    const { headers } = request;
    // A page anywhere could have its reader's browser send this, and take the reader's address.
    if (headers.has('origin') || headers.has('sec-fetch-site')) {
      throw new Failure('forbidden', messages.fromBrowser);
    }
    const form = await readFields(request, { notAForm: messages.notAForm, mayBeEmpty: false });
    const typed = { code: form.field('code'), port: form.field('port') };
    const { ip, port } = await publicAddresses.show(typed, context.addressOf(request));
    return new Response(`${messages.done(ip, port)}\n`, {
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    });
  }

  return new Elysia({ name: 'public address' }).post(
    operatorPaths.address,
    ({ request }) => show(request),
    {
      parse: 'none',
      detail: {
        summary: 'Prove control of the public address of a claimed server',
        tags: ['Heartbeat'],
        ...alsoAnswers(400, 403, 409, 413, 429),
        requestBody: describeForm(FormSchema, { code: 'ABCDEFGH23', port: '25565' }),
        responses: describeAnswer({ 'text/plain': SentenceSchema }),
      },
    },
  );
}
