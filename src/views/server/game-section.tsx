// The section of a server's page in which the game runs, or which says why it cannot.
/** @jsxImportSource preact */

import { gameMessages, messages } from '../../messages/messages.ts';
import { gameScript } from '../assets.ts';
import type { Site } from '../layout.tsx';
import { LinkLine } from '../layout.tsx';
import { Paragraph, useContact } from '../parts.tsx';
import type { GameData, GamePageData } from './game-data.ts';

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
  | 'not logged in'
  | 'not verified';

export function isPlayable(way: GameWay): way is PlayableWay {
  return typeof way === 'object' && 'data' in way;
}

export function GameSection(facts: { way: GameWay; site: Pick<Site, 'loginPath' | 'verifyPath'> }) {
  const { way, site } = facts;
  const href =
    way === 'not logged in' ? site.loginPath : way === 'not verified' ? site.verifyPath : undefined;
  const label = way === 'not logged in' ? messages.logIn : messages.server.verify;
  return (
    <section class={isPlayable(way) ? 'way panel game' : 'way panel'}>
      <h2>{gameMessages.title}</h2>
      {isPlayable(way) ? <Game {...way} /> : <Paragraph text={whatIsMissing(way)} />}
      {href !== undefined && <LinkLine look="button quiet" href={href} label={label} />}
    </section>
  );
}

function whatIsMissing(way: Exclude<GameWay, PlayableWay>): string {
  if (typeof way === 'object') return gameMessages.tooLong(way.tooLong);
  return {
    'not taken': gameMessages.notTaken,
    'no client': gameMessages.noClient,
    'client broken': gameMessages.clientBroken,
    'no relay': gameMessages.noRelay,
    'not logged in': gameMessages.needsLogin,
    'not verified': gameMessages.needsVerification,
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
          {gameMessages.again}
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
