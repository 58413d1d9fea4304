// The page where operators claim a server, and the route where a machine proves that it has a server's address.
/** @jsxImportSource preact */

import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import type { ClientPorts } from '../../platform/http/address-limit.ts';
import { answerSitePage } from '../../platform/http/html.ts';
import { alsoAnswers, describeAnswer, describeForm } from '../../platform/http/openapi.ts';
import {
  formPage,
  type OwnerRequest,
  type PagePorts,
  pageRoutes,
} from '../../platform/http/page.ts';
import { readFields } from '../../platform/http/page-form.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { countCharacters } from '../../platform/lib/text.ts';
import { EMPTY_FORM, type FormState } from '../../platform/views/form-fields.tsx';
import { Form, FormPage, Notice, SubmitButton } from '../../platform/views/forms.tsx';
import { LinkLine } from '../../platform/views/layout.tsx';
import { CopyLine } from '../../platform/views/parts.tsx';
import { AdoptionSteps, CodeSteps, stepPath, WATCH_SECONDS } from './claim-parts.tsx';
import { operatorPaths } from './claim-paths.ts';
import type { Claims } from './claims.ts';
import { operatorMessages } from './messages.ts';
import type { PublicAddresses } from './public-address.ts';
import {
  answerServerGone,
  type ServerPagePorts,
  serverOf,
  serverParameter,
  ToServer,
  Unverified,
} from './server-parts.tsx';

const messages = operatorMessages.claim;

type ClaimPagePorts = { servers: { claims: Claims } } & PagePorts & ServerPagePorts;

export function claimRoutes(context: ClaimPagePorts) {
  const { claims } = context.servers;

  function show(requested: OwnerRequest, state: FormState) {
    const { account, site } = requested;
    const { hash, name } = serverOf(context, requested);
    const software = context.servers.findServer(hash)?.listing.software ?? '';
    const claim = claims.findClaim(hash);
    const isOwn = claim?.accountId === account.id;
    if (name === '' && !isOwn) return answerServerGone(context, requested, hash);
    const isVerified = account.verifiedAt !== null;
    const code = claims.findCode(account.id, hash);
    const frame = site(operatorPaths.claim(hash));
    const page = (
      <FormPage
        site={frame}
        title={messages.title(name === '' ? operatorMessages.own.nameless : name)}
        state={state}
        watchSeconds={code === undefined || isOwn ? undefined : WATCH_SECONDS}
      >
        <ToServer hash={hash} />
        <AdoptionSteps
          at="claim"
          isOnline={name !== ''}
          hash={hash}
          claim={isOwn ? claim : undefined}
        />
        {isOwn ? (
          <Notice kind="success" title={messages.yoursTitle}>
            <p>{messages.yours}</p>
            <LinkLine
              look="button play"
              href={stepPath(hash, 'description')}
              label={messages.goOn}
            />
            <LinkLine href={operatorPaths.own(hash)} label={messages.toOwn} />
          </Notice>
        ) : isVerified ? (
          <>
            {claim !== undefined && (
              <Notice kind="information" title={messages.takenTitle} text={messages.taken} />
            )}
            <p>{messages.why}</p>
            <p>{messages.how}</p>
            {code === undefined ? (
              <Form action={operatorPaths.claim(hash)}>
                <SubmitButton label={messages.request} />
              </Form>
            ) : (
              <section class="code-to-show">
                <h2>{messages.codeTitle}</h2>
                <CodeSteps
                  text={code.code}
                  expiresAt={code.expiresAt}
                  steps={messages.steps}
                  path={operatorPaths.claim(hash)}
                >
                  <NameLines code={code.code} name={name} software={software} />
                </CodeSteps>
              </section>
            )}
            <p class="hint">{messages.refused}</p>
          </>
        ) : (
          <Unverified site={frame} />
        )}
      </FormPage>
    );
    return isVerified ? page : answerSitePage(page, 403);
  }

  async function requestCode(requested: OwnerRequest) {
    const { account } = requested;
    const { hash, name } = serverOf(context, requested);
    if (account.verifiedAt !== null && name !== '') await claims.requestCode(account.id, hash);
    // No redirect, because another replica could answer it, and that replica does not know the code in clear text.
    return show(requested, EMPTY_FORM);
  }

  return pageRoutes(context, [
    {
      path: '/server/claim/:hash',
      who: 'owner',
      parameter: serverParameter(context),
      ...formPage({ show, submit: requestCode }),
    },
  ]);
}

/** How each server program sets its name, and the longest name. Programs send it without colour codes. */
const NAME_LINES = {
  mcgalaxy: {
    program: 'MCGalaxy',
    most: 64,
    line: (name: string) => `server-name = ${name}`,
  },
  procraft: {
    program: 'ProCraft',
    most: 64,
    line: (name: string) =>
      `<ConfigKey key="ServerName" value="${name.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)}" />`,
  },
  // Its line is a chat message of at most 64 characters.
  mcchost: {
    program: 'mcchost',
    most: 47,
    line: (name: string) => `/set server name ${name}`,
  },
} as const;

/** The line with the code for each program. The block of the server's own software is open. */
function NameLines({ code, name, software }: { code: string; name: string; software: string }) {
  return (
    <>
      {(Object.keys(NAME_LINES) as (keyof typeof NAME_LINES)[]).map((key) => {
        const { program, most, line } = NAME_LINES[key];
        const both = `${name} ${code}`;
        const isOwn = software.toLowerCase().startsWith(key);
        return (
          <details key={key} class="fold" open={isOwn}>
            <summary>{program}</summary>
            <p>{messages.lines[key]}</p>
            <CopyLine text={line(countCharacters(both) <= most ? both : code)} what={program} />
          </details>
        );
      })}
    </>
  );
}

const FormSchema = Type.Object({
  code: Type.String({ description: 'The code that the page of the server shows to its operator.' }),
  port: Type.String({ description: 'The port that players join on, 1 to 65535.' }),
});
const SentenceSchema = Type.String({ description: 'The result, as a sentence.' });

interface PublicAddressPorts extends ClientPorts {
  servers: { publicAddresses: Pick<PublicAddresses, 'show'> };
}

/** Route of `/server/address` for programs such as curl, which answers in plain text. */
export function publicAddressRoutes(context: PublicAddressPorts) {
  const { publicAddresses } = context.servers;

  async function show({ request }: { request: Request }): Promise<Response> {
    const { headers } = request;
    // Any page could make its reader's browser send this request, and so use the reader's address.
    if (headers.has('origin') || headers.has('sec-fetch-site')) {
      throw new Failure('forbidden', operatorMessages.address.fromBrowser);
    }
    const form = await readFields(request, {
      notAForm: operatorMessages.address.notAForm,
      mayBeEmpty: false,
    });
    const typed = { code: form.field('code'), port: form.field('port') };
    const { ip, port } = await publicAddresses.show(typed, context.addressOf(request));
    return new Response(`${operatorMessages.address.done(ip, port)}\n`, {
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    });
  }

  return new Elysia({ name: 'public address' }).post(operatorPaths.address, show, {
    parse: 'none',
    detail: {
      summary: 'Prove control of the public address of a claimed server',
      tags: ['Heartbeat'],
      ...alsoAnswers(400, 403, 409, 413, 429),
      requestBody: describeForm(FormSchema, { code: 'ABCDEFGH23', port: '25565' }),
      responses: describeAnswer({ 'text/plain': SentenceSchema }),
    },
  });
}
