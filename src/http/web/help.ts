// "Why is my server not in the list?": a page for the visitor's own address, and its button.

import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { groupOfAddress } from '../../lib/address.ts';
import type { Clock } from '../../lib/clock.ts';
import { readForm } from '../../lib/form.ts';
import { cleanText, cutText } from '../../lib/text.ts';
import { createTokenBuckets } from '../../lib/token-buckets.ts';
import { NOT_LISTED_PATH, notListedPage } from '../../pages/not-listed-page.tsx';
import { helpWords } from '../../pages/words/help.ts';
import { readBody } from '../body.ts';
import type { HttpContext } from '../context.ts';
import { answerPage } from '../html.ts';
import { describeAnswer } from '../openapi.ts';
import { isFromOwnPage } from '../same-origin.ts';

/** Checks that an address may ask for: three at once, then one every 10 s. */
const CHECK_BUDGET = { refill: 1, everyMs: 10_000, capacity: 3 };
/** A place for a check is free again after this time at the latest. */
const BUSY_SECONDS = 5;
const QUOTED_LIMIT = 20;

const { failures } = helpWords.notListed;

/** Routes of `/help/not-listed/`. */
export function helpRoutes(context: HttpContext, clock: Clock) {
  const { baseUrl } = context;
  const { ownReports } = context.servers;
  const checks = createTokenBuckets(clock, CHECK_BUDGET);

  function show(ip: string, status = 200, failure?: string): Response {
    const facts = { baseUrl, ip, report: ownReports.reportOn(ip), now: clock.now() };
    return answerPage(status, notListedPage(failure === undefined ? facts : { ...facts, failure }));
  }

  function showWait(ip: string, status: number, seconds: number, failure: string): Response {
    const answer = show(ip, status, failure);
    answer.headers.set('retry-after', `${seconds}`);
    return answer;
  }

  async function check(request: Request): Promise<Response> {
    const ip = context.addressOf(request);
    if (!isFromOwnPage(request.headers, baseUrl)) {
      return show(ip, 403, failures.foreign(`${baseUrl}${NOT_LISTED_PATH}`));
    }
    const waitSeconds = checks.spend(groupOfAddress(ip));
    if (waitSeconds > 0) return showWait(ip, 429, waitSeconds, failures.tooSoon(waitSeconds));
    let port = '';
    readForm(await readBody(request), (name, value) => {
      if (name === 'port') port = value;
    });
    const outcome = await ownReports.checkAgain(ip, port);
    switch (outcome) {
      case 'unknown':
        return show(ip, 400, failures.unknown(cutText(cleanText(port), QUOTED_LIMIT)));
      case 'unneeded':
        return show(ip, 409, failures.unneeded);
      case 'banned':
        return show(ip, 403, failures.banned);
      case 'busy':
        return showWait(ip, 503, BUSY_SECONDS, failures.busy(BUSY_SECONDS));
      default: {
        // The page then shows what was found, and loading it anew sends nothing again.
        const headers = { location: `${NOT_LISTED_PATH}#ports`, 'cache-control': 'no-store' };
        return new Response(null, { status: 303, headers });
      }
    }
  }

  const path = NOT_LISTED_PATH.slice(0, -1);
  return new Elysia({ name: 'help' })
    .get(path, ({ request }) => show(context.addressOf(request)), {
      detail: {
        operationId: 'getHelpNotListed',
        summary: 'What came from the visitor’s own address, and why it is not listed',
        tags: ['Pages'],
        responses: describeAnswer({ 'text/html': Type.String({ description: 'A page.' }) }),
      },
    })
    .post(path, ({ request }) => check(request), { parse: 'none', detail: { hide: true } });
}
