// The section of a claimed server about its heartbeat URL with a key, and about its former addresses.
/** @jsxImportSource preact */

import { Form, Notice, SubmitButton } from '../../platform/views/forms.tsx';
import { CopyLine } from '../../platform/views/parts.tsx';
import { Ago } from '../../platform/views/time.tsx';
import type { FormerHash, HeartbeatKey } from '../claims/index.ts';
import { operatorMessages } from '../claims/messages.ts';
import { ButtonForm, partPath } from './own-server-parts.tsx';

const messages = operatorMessages.own;
const CONTEST_SHOWN_MS = 60 * 60_000;

/** `freshUrl` is the new URL with its key. */
export function KeyedUrl(properties: {
  hash: string;
  held: HeartbeatKey | undefined;
  formers: readonly FormerHash[];
  freshUrl: string | undefined;
  now: number;
}) {
  const { hash, held, formers, freshUrl, now } = properties;
  const { url } = messages;
  const page = partPath(hash, 'address');
  const places = formers.filter(({ port }) => port > 0);
  const [left] = places;
  const isContested = now - (held?.contestedAt ?? 0) < CONTEST_SHOWN_MS;
  return (
    <section id="url">
      <h2>{url.title}</h2>
      {isContested && held !== undefined && left !== undefined && (
        <Notice
          kind="warning"
          title={url.contestTitle}
          text={url.contest(`${held.ip}:${held.port}`, `${left.ip}:${left.port}`)}
        />
      )}
      <p>{url.why}</p>
      {freshUrl !== undefined && (
        <div class="code-to-show line-to-run">
          <Notice kind="warning" text={url.once} />
          <CopyLine text={freshUrl} what={url.title} />
          <p>{url.next}</p>
          <p>{url.services}</p>
          <CopyLine text={`URL = ${freshUrl}`} what="authservices.properties" />
        </div>
      )}
      {held !== undefined && freshUrl === undefined && (
        <p>
          {url.hidden} <When what={url.made} at={held.madeAt} now={now} />
        </p>
      )}
      {places.length > 0 && (
        <>
          <h3>{url.formers}</h3>
          <ul>
            {places.map(({ ip, port, leftAt, ...former }) => (
              <li key={former.hash}>
                {ip}:{port} <When what={url.left} at={leftAt} now={now} />
              </li>
            ))}
          </ul>
          <p class="hint">{url.formersHint}</p>
        </>
      )}
      <p class="hint">{url.secret}</p>
      <Form action={`${page}#url`} hidden={{ form: 'key' }}>
        <SubmitButton label={held === undefined ? url.make : url.renew} kind="quiet" />
        {held !== undefined && <p class="hint">{url.renewHint}</p>}
      </Form>
      {held !== undefined && (
        <ButtonForm page={page} value="revoke" label={url.revoke} kind="danger" />
      )}
    </section>
  );
}

function When({ what, at, now }: { what: string; at: number; now: number }) {
  return (
    <span class="hint">
      {what} <Ago at={at} now={now} />
    </span>
  );
}
