// What happens to servers as webhooks and emails tell it, and what they say of it in the language of the moment.

import { stripColourCodes } from '../../platform/lib/colour-codes.ts';
import { webhookMessages } from './messages.ts';

export interface ServerEvent {
  /** `added` and `off` are about the webhook itself. */
  type: keyof typeof webhookMessages.names;
  /** Milliseconds since the Unix epoch. */
  at: number;
  /** Empty, as the name is, where it is about no server. */
  hash: string;
  name: string;
  /** The key of why it is refused, what moderators gave, or the host of a webhook; else empty. */
  reason: string;
}

/** `quote` is for what others typed. */
export function describeEvent(event: ServerEvent, quote = (text: string) => text): string {
  const { say, why } = webhookMessages;
  const { type, name, reason } = event;
  const isKey = type === 'refused' && Object.hasOwn(why, reason);
  const because = isKey ? why[reason as keyof typeof why] : quote(reason);
  return say[type](quote(stripColourCodes(name)), because);
}
