// Decides which events go to the game and which to the page, and shows the game in full screen.

import { part } from '../../platform/views/page-parts-browser.ts';

/** Compatibility: the web client listens for these events on the whole window, and prevents their default. */
const TAKEN_EVENTS = [
  ...['touchstart', 'touchmove', 'touchend', 'touchcancel', 'wheel'],
  ...['keydown', 'keyup', 'keypress'],
];

/** Keeps events outside the stage from the game. Once the game is over, Tab moves the focus out of the stage. */
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
    // If the game got a keydown event, it must also get the keyup event.
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
