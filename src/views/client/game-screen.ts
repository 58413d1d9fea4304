// The game's place on the page: what belongs to it, what stays with the page, and the whole screen.

import { part } from './find-part.ts';

/**
 * What the web client takes on the window, wherever it happens, and keeps from having any effect.
 *
 * Compatibility: it listens there for touches, the wheel and keys, and prevents their default.
 */
const TAKEN_EVENTS = [
  ...['touchstart', 'touchmove', 'touchend', 'touchcancel', 'wheel'],
  ...['keydown', 'keyup', 'keypress'],
];

/**
 * Keeps events outside of the stage from the game, so that the page can be tapped, scrolled and typed
 * on while it runs. Keys belong to the game unless something of the page has the focus; once the game
 * is over, Tab leads out of it.
 */
export function keepPageUsable(stage: HTMLElement, isOver: () => boolean): void {
  // What the game adds to the page later, such as its text field for phones, is the game's.
  const own = [...document.body.children];
  const pressedOutside = new Set<string>();

  function isOutside({ target, type }: Event): boolean {
    if (!(target instanceof Node) || stage.contains(target)) return false;
    const isBare = target === document.body || target === document.documentElement;
    return isBare ? !type.startsWith('key') : own.some((element) => element.contains(target));
  }

  function isKept(event: Event): boolean {
    if (!(event instanceof KeyboardEvent)) return isOutside(event);
    const { code, key, type } = event;
    // A key that the game saw go down has to come up there, or it stays down.
    if (type === 'keyup') return pressedOutside.delete(code);
    if (!isOutside(event) && !(key === 'Tab' && isOver())) return false;
    pressedOutside.add(code);
    return true;
  }

  for (const type of TAKEN_EVENTS) {
    document.addEventListener(type, (event) => {
      if (isKept(event)) event.stopPropagation();
    });
  }
}

/** Shows the button that gives the game the whole screen, where the browser can. */
export function offerFullScreen(stage: HTMLElement, canvas: HTMLCanvasElement): void {
  const button = part('game-full-screen');
  if (button === null || !document.fullscreenEnabled) return;
  button.hidden = false;
  button.addEventListener('click', async () => {
    await stage.requestFullscreen();
    canvas.focus({ preventScroll: true });
  });
  // The game asks for its size when the window changes, which a screen of the same size does not.
  document.addEventListener('fullscreenchange', () => window.dispatchEvent(new Event('resize')));
}
