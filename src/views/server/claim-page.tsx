// The page where operators claim a server: a code to show, and the result of the check.
/** @jsxImportSource preact */

import { formats, operatorMessages, messages as pageMessages } from '../../messages/messages.ts';
import type { OpenCode } from '../../servers/claims/ports.ts';
import { Form, FormPage, type FormState, Notice, SubmitButton } from '../forms.tsx';
import { LinkLine, renderDocument, type Site } from '../layout.tsx';
import { ButtonLink, CodeBlock, Items } from '../parts.tsx';
import { operatorPaths } from './server-about.tsx';

const messages = operatorMessages.claim;

const WATCH_SECONDS = 5;

export interface ClaimPage {
  site: Site;
  state: FormState;
  hash: string;
  name: string;
  isVerified: boolean;
  owner: 'nobody' | 'reader' | 'somebody else';
  code: OpenCode | undefined;
}

export function renderClaimPage(page: ClaimPage): string {
  const { site, state, hash, name, isVerified, owner } = page;
  return renderDocument(
    <FormPage
      site={site}
      title={messages.title(name)}
      state={state}
      watchSeconds={page.code === undefined || owner === 'reader' ? undefined : WATCH_SECONDS}
    >
      {owner === 'reader' ? (
        <Yours hash={hash} />
      ) : isVerified ? (
        <Steps {...page} />
      ) : (
        <Unverified site={site} />
      )}
      <ToServer hash={hash} />
    </FormPage>,
  );
}

export function Unverified({ site }: { site: Site }) {
  return (
    <Notice kind="warning" title={operatorMessages.unverifiedTitle}>
      <p>{operatorMessages.unverified}</p>
      <LinkLine look="button quiet" href={site.verifyPath} label={pageMessages.server.verify} />
    </Notice>
  );
}

export function ToServer({ hash }: { hash: string }) {
  return <LinkLine href={`/server/play/${hash}/`} label={operatorMessages.toServer} />;
}

function Yours({ hash }: { hash: string }) {
  return (
    <Notice kind="success" title={messages.yoursTitle}>
      <p>{messages.yours}</p>
      <LinkLine look="button play" href={operatorPaths.own(hash)} label={messages.toOwn} />
    </Notice>
  );
}

function Steps({ hash, owner, code }: ClaimPage) {
  return (
    <>
      {owner === 'somebody else' && (
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
          />
        </section>
      )}
      <p class="hint">{messages.refused}</p>
    </>
  );
}

/** A code or the line with it, how long it is valid, what to do, and where to see whether it arrived. */
export function CodeSteps(facts: {
  text: string;
  expiresAt: number;
  steps: readonly string[];
  path: string;
}) {
  return (
    <>
      <CodeBlock text={facts.text} />
      <p>{operatorMessages.until(formats.formatMomentExact(facts.expiresAt))}</p>
      <ol>
        <Items texts={facts.steps} />
      </ol>
      <p class="scripted-only" role="status">
        {messages.waiting}
      </p>
      <p class="unscripted-only">
        <ButtonLink href={facts.path} label={messages.reload} />
      </p>
    </>
  );
}
