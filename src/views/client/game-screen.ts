// Which events go to the game and which to the page, and the game in full screen.

import { part } from './page-parts.ts';

/**
 * Events that the web client handles on the whole window, so that they have no other effect.
 *
 * Compatibility: it listens there for touches, the wheel and keys, and prevents their default.
 */
const TAKEN_EVENTS = [
  ...['touchstart', 'touchmove', 'touchend', 'touchcancel', 'wheel'],
  ...['keydown', 'keyup', 'keypress'],
];

/**
 * Keeps events outside of the stage from the game, so that the page can be tapped, scrolled and typed
 * on while it runs. Keys go to the game unless something on the page has the focus; once the game is
 * over, Tab moves the focus out of it.
 */
export function keepPageUsable(stage: HTMLElement, isOver: () => boolean): void {
  // Elements that the game adds later, such as its text field for phones, belong to the game.
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
    // If the game got a key down event, it has to get the key up event too.
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

export function offerFullScreen(stage: HTMLElement, canvas: HTMLCanvasElement): void {
  const button = part('game-full-screen');
  if (button === null || !document.fullscreenEnabled) return;
  button.hidden = false;
  button.addEventListener('click', async () => {
    await stage.requestFullscreen();
    canvas.focus({ preventScroll: true });
  });
  // The game reads its size on resize events, which full screen of the same size does not cause.
  document.addEventListener('fullscreenchange', () => window.dispatchEvent(new Event('resize')));
}
