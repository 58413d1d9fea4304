// How players and operators come in, and why a server is not listed: pages about the visitor's own address.

import type { Visitor } from '../../../accounts/accounts.ts';
import type { Clock } from '../../../lib/clock.ts';
import { Failure } from '../../../lib/failure.ts';
import { cleanText, cutText } from '../../../lib/text.ts';
import { helpMessages } from '../../../messages/messages.ts';
import { computeServerHash } from '../../../servers/servers.ts';
import { HELP_PATH, START_PATH } from '../../../views/layout.tsx';
import { renderNotListedPage } from '../../../views/not-listed-page.tsx';
import { renderStartPage } from '../../../views/start/start-page.tsx';
import type { HttpContext } from '../../context.ts';
import { readBody, readForm } from '../../form.ts';
import { answerSitePage } from '../../html.ts';
import { describePage, HIDDEN_FORM } from '../../openapi.ts';
import { createAddressLimit, findVisitor } from '../../session.ts';
import { describeSite, type PageRequest, pageRoutes } from '../page.ts';
import { answerForm, isSameOrigin, seeOther } from '../page-form.ts';
import { findPlayable } from './game.ts';

export function startRoutes(context: HttpContext, clock: Clock) {
  function show({ request, site }: PageRequest): string {
    const ip = context.addressOf(request);
    return renderStartPage({
      site: site(START_PATH),
      launcherUrl: context.launcherUrl,
      hasWebClient: findPlayable(context) !== undefined,
      ip,
      report: context.servers.operatorReports.reportOn(ip),
      hashOf: (port) => computeServerHash(ip, Number(port)),
      now: clock.now(),
    });
  }

  const detail = describePage({
    operationId: 'getStart',
    summary: 'How to play and how to add a server, with heartbeats from the visitor’s own address',
  });
  return pageRoutes(context, [{ path: START_PATH, who: 'visitor', detail, get: show }]);
}

/** Checks that an address may request: three at once, then one every 10 s. */
const CHECK_BUDGET = { refill: 1, everyMs: 10_000, capacity: 3 };
/** A place for a check is free again after this time at the latest. */
const BUSY_SECONDS = 5;
const QUOTED_LIMIT = 20;

const { failures } = helpMessages.notListed;

export function helpRoutes(context: HttpContext, clock: Clock) {
  const { baseUrl } = context;
  const { operatorReports } = context.servers;
  const admit = createAddressLimit(context, clock, CHECK_BUDGET, (seconds) =>
    failures.tooSoon(seconds),
  );

  function show(request: Request, visitor: Visitor, failure?: string): string {
    const site = describeSite(context, visitor, HELP_PATH);
    const ip = context.addressOf(request);
    const facts = { site, ip, report: operatorReports.reportOn(ip), now: clock.now() };
    return renderNotListedPage(failure === undefined ? facts : { ...facts, failure });
  }

  /** Tries the port again and redirects to what was found. Throws why it was not tried. */
  async function check(request: Request): Promise<Response> {
    const ip = context.addressOf(request);
    if (!isSameOrigin(request.headers, baseUrl)) {
      throw new Failure('forbidden', failures.foreign(`${baseUrl}${HELP_PATH}`));
    }
    admit(request);
    let port = '';
    readForm(await readBody(request), (name, value) => {
      if (name === 'port') port = value;
    });
    switch (await operatorReports.checkAgain(ip, port)) {
      case 'unknown':
        throw new Failure('invalid', failures.unknown(cutText(cleanText(port), QUOTED_LIMIT)));
      case 'unneeded':
        throw new Failure('conflict', failures.unneeded);
      case 'banned':
        throw new Failure('forbidden', failures.banned);
      case 'busy':
        throw new Failure('unavailable', failures.busy(BUSY_SECONDS), {
          retryAfterSeconds: BUSY_SECONDS,
        });
      default:
        // The page then shows what was found, and reloading it sends nothing again.
        return seeOther(`${HELP_PATH}#ports`);
    }
  }

  const detail = describePage({
    operationId: 'getHelpNotListed',
    summary: 'Heartbeats from the visitor’s own address, and why a server is not listed',
  });
  return pageRoutes(context, [
    {
      path: HELP_PATH,
      who: 'visitor',
      detail,
      get: ({ request, visitor }) => show(request, visitor),
    },
  ]).post(
    HELP_PATH.slice(0, -1),
    // A form of another site is told so on this page, too.
    ({ request }) =>
      answerForm(() => check(request), {
        async show({ problems }, status) {
          const visitor = await findVisitor(context, request);
          return answerSitePage(show(request, visitor, problems[0]?.message), status);
        },
      }),
    HIDDEN_FORM,
  );
}
