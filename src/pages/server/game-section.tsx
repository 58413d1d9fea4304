// The part of a server's page that plays the game in place, or says what is missing for it.
/** @jsxImportSource preact */

import { accountPath } from '../../lib/account-paths.ts';
import { gameScript } from '../assets.ts';
import { gameWords } from '../words/game.ts';
import { words } from '../words.ts';
import type { GameData } from './game-data.ts';

/** What boots the game; `page` is the address that it runs under. */
interface PlayableWay {
  data: GameData;
  page: string;
  playerName: string;
}

/** What boots the game; or what is missing. */
export type GameWay =
  | PlayableWay
  | { tooLong: number }
  | 'not taken'
  | 'no client'
  | 'client broken'
  | 'no relay'
  | 'not logged in'
  | 'not verified';

/** Whether the game can be started, so that it wants the whole width. */
export function isPlayable(way: GameWay): way is PlayableWay {
  return typeof way === 'object' && 'data' in way;
}

/** The section, with a button that starts the game where it can be started. */
export function GameSection({ way, loginPath }: { way: GameWay; loginPath: string | undefined }) {
  return (
    <section class={isPlayable(way) ? 'way game' : 'way'}>
      <h2>{gameWords.title}</h2>
      {isPlayable(way) ? <Game {...way} /> : <p>{whatIsMissing(way)}</p>}
      {way === 'not logged in' && loginPath !== undefined && (
        <NextStep href={loginPath} label={words.logIn} />
      )}
      {way === 'not verified' && (
        <NextStep href={accountPath('verify')} label={words.server.verify} />
      )}
    </section>
  );
}

function NextStep({ href, label }: { href: string; label: string }) {
  return (
    <p>
      <a class="button quiet" href={href}>
        {label}
      </a>
    </p>
  );
}

function whatIsMissing(way: Exclude<GameWay, PlayableWay>): string {
  if (typeof way === 'object') return gameWords.tooLong(way.tooLong);
  return {
    'not taken': gameWords.notTaken,
    'no client': gameWords.noClient,
    'client broken': gameWords.clientBroken,
    'no relay': gameWords.noRelay,
    'not logged in': gameWords.needsLogin,
    'not verified': gameWords.needsVerification,
  }[way];
}

function Game({ data, page, playerName }: PlayableWay) {
  return (
    <>
      <p data-live="game-needs-script">{gameWords.needsScript}</p>
      <div data-live="game-start" hidden>
        <p>
          <button class="button play big" type="button">
            {gameWords.play}
          </button>
        </p>
        <p class="hint">{gameWords.how(playerName)}</p>
      </div>
      <p data-live="game-elsewhere" hidden>
        {gameWords.wrongOrigin} <a href={page}>{gameWords.rightOrigin}</a>
      </p>
      <div class="game-bar">
        <p class="game-status" role="status" data-live="game-status" />
        <button class="button quiet" type="button" data-live="game-full-screen" hidden>
          {gameWords.fullScreen}
        </button>
      </div>
      <div class="game-again" data-live="game-again" hidden>
        <button class="button play" type="button">
          {gameWords.again}
        </button>
        <p class="hint" data-live="game-again-hint">
          {gameWords.joinAgainHint}
        </p>
      </div>
      <div class="stage" data-live="game-stage" hidden>
        {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: the game takes every key */}
        <canvas id="canvas" role="application" aria-label={gameWords.label} tabIndex={0} />
      </div>
      <script
        type="application/json"
        data-live="game-data"
        dangerouslySetInnerHTML={{ __html: toScriptJson(data) }}
      />
      <script src={gameScript.path} defer />
    </>
  );
}

/** JSON that may stand in a `<script>`: nothing in it ends that, or begins another (C11.4). */
function toScriptJson(value: GameData): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
