// The star that marks a server as a favourite.
/** @jsxImportSource preact */

import { accountPath } from '../../platform/messages/paths.ts';
import { favouriteMessages } from './messages.ts';

/** Marks a server as a favourite. Without `isOn` from the account, the script keeps the star in the browser. */
export function Star(facts: {
  hash: string;
  name: string;
  isOn?: boolean | undefined;
  next?: string;
}) {
  const { hash, name, isOn, next = '/' } = facts;
  return (
    <form class="marks" method="post" action={accountPath('favourites')}>
      <input type="hidden" name="next" value={next} />
      <button
        type="submit"
        class={isOn === undefined ? 'star scripted-only' : 'star'}
        name={isOn === true ? 'remove' : 'add'}
        value={hash}
        aria-pressed={isOn === true}
        aria-label={favouriteMessages.of(name)}
        title={favouriteMessages.of(name)}
      />
    </form>
  );
}
