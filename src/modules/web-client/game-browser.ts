// Starts the web client on the page of a server, and shows its state. Only that page loads this script.

import { splitAtPhrase } from '../../platform/lib/split-phrase.ts';
import { part } from '../../platform/views/page-parts-browser.ts';
import type { GamePageData } from './game-data.ts';
import { keepPageUsable, offerFullScreen } from './game-screen-browser.ts';
import { watchSockets } from './game-sockets-browser.ts';

interface GameModule {
  arguments: string[];
  canvas: HTMLCanvasElement;
  preRun: (() => void)[];
  postRun: (() => void)[];
  print(text: string): void;
  printErr(text: string): void;
  setStatus(text: string): void;
  locateFile(name: string): string;
  onAbort(what: unknown): void;
}

declare global {
  interface Window {
    /** The file system of the web client, in memory. It exists once the game's main function runs. */
    CCFS?: { writeFile(path: string, bytes: Uint8Array): void };
  }
}

/** Exceptions that the web client's runtime throws to leave its main function. They are not errors. */
const NO_ERROR = /unwind|SimulateInfiniteLoop|ExitStatus/;

const WANTED_KEY = 'muster-game-wanted';
const AGAIN_WITHIN_MS = 60_000;
/** Enough time to get an account and its email. */
const ENTER_WITHIN_MS = 30 * 60_000;

const serverHere = () => location.pathname.split('/')[3]?.toLowerCase() ?? '';

/** Lets the game start without a click when this tab next shows this page. A link cannot cause that. */
function wantGame(withinMs: number): void {
  try {
    sessionStorage.setItem(WANTED_KEY, `${Date.now() + withinMs} ${serverHere()}`);
  } catch {
    // Without storage, the reader has to click the button on the new page.
  }
}

function isGameWanted(): boolean {
  try {
    const [until, server] = (sessionStorage.getItem(WANTED_KEY) ?? '').split(' ');
    if (server !== serverHere()) return false;
    sessionStorage.removeItem(WANTED_KEY);
    return Date.now() < Number(until);
  } catch {
    return false;
  }
}

/**
 * Writes the options of this site where the web client looks for its defaults. It reads them after its downloads, and
 * the player's own options replace them. Older web clients ignore the file.
 */
function presetOptions({ options }: GamePageData): boolean {
  const lines = Object.entries(options).map(([name, value]) => `${name}=${value}\n`);
  window.CCFS?.writeFile('options-default.txt', new TextEncoder().encode(lines.join('')));
  return window.CCFS !== undefined;
}

function runGame(data: GamePageData, stage: HTMLElement, canvas: HTMLCanvasElement): void {
  const { messages, contact } = data;
  const status = part('game-status');
  const again = part('game-again');
  const againButton = again?.querySelector('button');
  const againHint = part('game-again-hint');
  let hasFailed = false;
  let hasConnection = false;
  let hasOptions = false;

  function showStatus(text: string): void {
    const parts = contact && splitAtPhrase(text, contact.phrases);
    if (contact === undefined || parts === undefined) {
      status?.replaceChildren(text);
      return;
    }
    const [before, words, after] = parts;
    const link = document.createElement('a');
    link.href = contact.href;
    link.textContent = words;
    status?.replaceChildren(before, link, after);
  }

  function fail(text: string, end: 'unplayed' | 'played' | 'kicked' = 'unplayed'): void {
    hasFailed = true;
    status?.classList.add('failed');
    showStatus(text);
    if (againButton) {
      againButton.textContent = end === 'played' ? messages.joinAgain : messages.again;
    }
    if (againHint !== null) againHint.hidden = end !== 'played';
    if (again !== null) again.hidden = end === 'kicked';
    // The text stands beside the game, and full screen hides it.
    if (document.fullscreenElement !== null) void document.exitFullscreen();
  }

  function crash(what: unknown): void {
    const text = what instanceof Error ? what.message : String(what);
    if (!hasFailed && !NO_ERROR.test(text)) fail(`${messages.crashed} ${text.slice(0, 300)}`);
  }

  /** The web client calls this function by name, at the start and when the window changes. */
  function resizeGameCanvas(): void {
    const density = window.devicePixelRatio || 1;
    const even = (length: number) => Math.max(2, Math.round(length * density) & ~1);
    canvas.width = even(canvas.clientWidth);
    canvas.height = even(canvas.clientHeight);
  }

  watchSockets(data, {
    progress(text) {
      hasFailed = false;
      hasConnection = true;
      status?.classList.remove('failed');
      if (again !== null) again.hidden = true;
      showStatus(text);
    },
    fail,
  });
  window.addEventListener('error', (event) => crash(event.error ?? event.message));
  window.addEventListener('unhandledrejection', (event) => crash(event.reason));

  const module: GameModule = {
    arguments: [...data.arguments],
    canvas,
    preRun: [resizeGameCanvas],
    postRun: [],
    print: (text) => console.log(text),
    printErr: (text) => console.warn(text),
    setStatus(text) {
      // The first status of the downloads comes before the game reads its options.
      if (!hasOptions) hasOptions = presetOptions(data);
      // With a connection, the page shows its state instead.
      if (!hasFailed && !hasConnection) showStatus(text || messages.starting);
    },
    locateFile: (name) => data.files[name] ?? data.folder + name,
    onAbort: crash,
  };
  Object.assign(window, { Module: module, resizeGameCanvas });

  stage.hidden = false;
  keepPageUsable(stage, () => hasFailed);
  offerFullScreen(stage, canvas);
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  // The game prevents the default of clicks, so a click would not move the focus back to it.
  canvas.addEventListener('mousedown', () => canvas.focus({ preventScroll: true }));
  canvas.focus({ preventScroll: true });
  stage.closest('section')?.scrollIntoView();
  showStatus(messages.downloading);
  const script = document.createElement('script');
  script.src = data.script;
  script.addEventListener('error', () => fail(messages.notDownloaded));
  document.body.append(script);
}

function offerGame(data: GamePageData): void {
  const start = part('game-start');
  const stage = part('game-stage');
  const canvas = document.querySelector('canvas');
  const elsewhere = part('game-elsewhere');
  if (start === null || stage === null || canvas === null || elsewhere === null) return;
  const needsScript = part('game-needs-script');
  if (needsScript !== null) needsScript.hidden = true;
  if (data.origin !== undefined && data.origin !== location.origin) {
    elsewhere.hidden = false;
    return;
  }
  part('game-again')
    ?.querySelector('button')
    ?.addEventListener('click', () => {
      wantGame(AGAIN_WITHIN_MS);
      location.reload();
    });
  if (isGameWanted()) {
    runGame(data, stage, canvas);
    return;
  }
  start.hidden = false;
  start.querySelector('button')?.addEventListener('click', () => {
    start.hidden = true;
    runGame(data, stage, canvas);
  });
}

const written = part('game-data')?.textContent;
if (written) offerGame(JSON.parse(written) as GamePageData);
for (const link of part('game-entry')?.querySelectorAll('a') ?? []) {
  link.addEventListener('click', () => wantGame(ENTER_WITHIN_MS));
}
