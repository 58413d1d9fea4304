// Texts to copy: they can be selected without the script, which shows the button.
/** @jsxImportSource preact */

import { messages, startMessages } from '../messages/messages.ts';

/** One or several lines for a file or a terminal; `what` says what they are to screen readers, at the button. */
export function CopyLine({ text, what }: { text: string; what: string }) {
  return (
    <div class="copy-line">
      <pre>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} what={what} />
    </div>
  );
}

export function CopyButton({ text, what }: { text: string; what: string }) {
  return (
    <button class="button quiet scripted-only" type="button" data-copy={text}>
      <span data-done={messages.list.copied} data-failed={messages.list.copyFailed}>
        {startMessages.copy}
      </span>{' '}
      <span class="hidden-label">{what}</span>
    </button>
  );
}
