// The steps of a player: account, launcher, the line in its settings, and joining.
/** @jsxImportSource preact */

import { startMessages } from '../../messages/messages.ts';
import type { Site } from '../layout.tsx';
import { Sentence } from '../operator-link.tsx';
import { LauncherLine } from './server-lines.tsx';

const messages = startMessages.play;

/** A play URL as an example, which no server has. */
const SAMPLE_HASH = '0123456789abcdef0123456789abcdef';

/** What the steps depend on. */
export interface PlayFacts {
  site: Site;
  /** Where the launcher is to be had; `undefined` where the operator names no place. */
  launcherUrl: string | undefined;
  /** Whether servers can be played in the browser here. */
  hasWebClient: boolean;
}

/** The steps, each with what to do. */
export function PlaySteps({ site, launcherUrl, hasWebClient }: PlayFacts) {
  return (
    <section id="play" class="start-part">
      <h2>{messages.title}</h2>
      <ol class="start-steps">
        <li>
          <h3>{messages.account}</h3>
          <Account site={site} />
        </li>
        <li>
          <h3>{messages.launcher}</h3>
          {launcherUrl === undefined ? (
            <p>
              <Sentence text={messages.launcherElsewhere} />
            </p>
          ) : (
            <>
              <p>{messages.launcherWhat}</p>
              <p>
                <a class="button play" href={launcherUrl} rel="noopener noreferrer">
                  {messages.launcherDownload}
                </a>
              </p>
            </>
          )}
        </li>
        <li>
          <h3>{messages.line}</h3>
          <p>{messages.lineHow}</p>
          <LauncherLine baseUrl={site.baseUrl} />
          <Places />
          <p class="hint">{messages.undo}</p>
        </li>
        <li>
          <h3>{messages.join}</h3>
          <p>{messages.joinHow}</p>
          <p>{messages.address}</p>
          <pre>
            <code>{`${site.baseUrl}/server/play/${SAMPLE_HASH}/`}</code>
          </pre>
          <p class="hint">{messages.direct}</p>
        </li>
      </ol>
      {hasWebClient && (
        <>
          <h3>{messages.browser}</h3>
          <p>{messages.browserHow}</p>
        </>
      )}
      <p>
        <a class="button quiet" href="/">
          {messages.toList}
        </a>
      </p>
    </section>
  );
}

function Account({ site }: Pick<PlayFacts, 'site'>) {
  const { accountName, registerPath } = site;
  if (accountName !== undefined) return <p>{messages.accountYours(accountName)}</p>;
  if (registerPath === undefined)
    return (
      <p>
        <Sentence text={messages.accountClosed} />
      </p>
    );
  return (
    <>
      <p>{messages.accountWhy}</p>
      <p>
        <a class="button quiet" href={registerPath}>
          {messages.account}
        </a>
      </p>
      <p class="hint">{messages.registerButton}</p>
    </>
  );
}

function Places() {
  return (
    <details>
      <summary>{messages.places}</summary>
      <table class="plain-table">
        <caption class="hidden-label">{messages.places}</caption>
        <thead>
          <tr>
            <th scope="col">{messages.system}</th>
            <th scope="col">{messages.place}</th>
          </tr>
        </thead>
        <tbody>
          {messages.systems.map(({ system, place }) => (
            <tr key={system}>
              <th scope="row">{system}</th>
              <td>{place}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="hint">{messages.noFile}</p>
    </details>
  );
}
