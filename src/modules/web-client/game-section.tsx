// The section of a server's page in which the game runs, or whose button leads to an account and back; and why it cannot run.
/** @jsxImportSource preact */

import { labels, messages } from '../../platform/messages/messages.ts';
import { gameScript } from '../../platform/views/assets.ts';
import { LinkLine, type Site } from '../../platform/views/layout.tsx';
import { useContact } from '../../platform/views/parts.tsx';
import { serverMessages } from '../registry/messages.ts';
import type { GameData, GamePageData } from './game-data.ts';
import { gameMessages } from './messages.ts';

interface PlayableWay {
  data: GameData;
  page: string;
  playerName: string;
}

export type GameWay =
  | PlayableWay
  | { tooLong: number }
  | 'not taken'
  | 'no client'
  | 'client broken'
  | 'no relay'
  | MissingAccount;

function isPlayable(way: GameWay): way is PlayableWay {
  return typeof way === 'object' && 'data' in way;
}

/** What a visitor lacks who may not join yet. */
export type MissingAccount = 'not logged in' | 'not verified';

/** Whether the game runs here, or would for a verified player. */
export function isInBrowser(way: GameWay): way is PlayableWay | MissingAccount {
  return isPlayable(way) || way === 'not logged in' || way === 'not verified';
}

interface EntryFacts {
  site: Pick<Site, 'loginPath' | 'registerPath' | 'verifyPath'>;
  /** Leads to the registration or the login, and back. */
  enterPath: string;
}

export function GameSection({ way, ...entry }: EntryFacts & { way: PlayableWay | MissingAccount }) {
  return (
    <section class="way panel game">
      <h2>{gameMessages.title}</h2>
      {isPlayable(way) ? (
        <Game {...way} />
      ) : (
        <div data-live="game-entry">
          <Entry {...entry} missing={way} label={labels.play} />
          <script src={gameScript.path} defer />
        </div>
      )}
    </section>
  );
}

/** The one button of a visitor without a verified account, which leads to one and back to the page. */
export function Entry(facts: EntryFacts & { missing: MissingAccount; label: string }) {
  const { site, enterPath, missing, label } = facts;
  const { loginPath = '/', registerPath, verifyPath } = site;
  if (missing === 'not verified') {
    return (
      <>
        <LinkLine look="button play big" href={verifyPath} label={serverMessages.verify} />
        <p class="hint">{serverMessages.needsVerification}</p>
      </>
    );
  }
  return (
    <>
      <LinkLine look="button play big" href={enterPath} label={label} />
      <p class="hint">
        {serverMessages.needsAccount} <a href={loginPath}>{messages.logIn}</a>
        {registerPath !== undefined && (
          <>
            {' · '}
            <a href={registerPath}>{messages.register}</a>
          </>
        )}
      </p>
    </>
  );
}

/** Why the game cannot be played in the browser, by anybody. */
export function describeMissing(way: Exclude<GameWay, PlayableWay | MissingAccount>): string {
  if (typeof way === 'object') return gameMessages.tooLong(way.tooLong);
  return {
    'not taken': gameMessages.notTaken,
    'no client': gameMessages.noClient,
    'client broken': gameMessages.clientBroken,
    'no relay': gameMessages.noRelay,
  }[way];
}

function Game({ data, page, playerName }: PlayableWay) {
  const contact = useContact();
  return (
    <>
      <p data-live="game-needs-script">{gameMessages.needsScript}</p>
      <div data-live="game-start" hidden>
        <p>
          <button class="button play big" type="button">
            {gameMessages.play}
          </button>
        </p>
        <p class="hint">{gameMessages.how(playerName)}</p>
      </div>
      <p data-live="game-elsewhere" hidden>
        {gameMessages.wrongOrigin} <a href={page}>{gameMessages.rightOrigin}</a>
      </p>
      <div class="game-bar">
        <p class="game-status" role="status" data-live="game-status" />
        <button class="button quiet" type="button" data-live="game-full-screen" hidden>
          {gameMessages.fullScreen}
        </button>
      </div>
      <div class="game-again" data-live="game-again" hidden>
        <button class="button play" type="button">
          {labels.tryAgain}
        </button>
        <p class="hint" data-live="game-again-hint">
          {gameMessages.joinAgainHint}
        </p>
      </div>
      <div class="stage" data-live="game-stage" hidden>
        {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: the game takes every key */}
        <canvas id="canvas" role="application" aria-label={gameMessages.label} tabIndex={0} />
      </div>
      <script
        type="application/json"
        data-live="game-data"
        dangerouslySetInnerHTML={{ __html: toScriptJson({ ...data, contact }) }}
      />
      <script src={gameScript.path} defer />
    </>
  );
}

/** JSON that is safe in a `<script>`: nothing in it ends the element or starts another (C11.4). */
function toScriptJson(value: GamePageData): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
