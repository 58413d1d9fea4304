// How webhooks and emails describe events of servers, in the current language.

import { stripColourCodes } from '../../platform/lib/colour-codes.ts';
import { webhookMessages } from './messages.ts';
import { type ServerEvent, textsOf } from './webhook-events.ts';

/** `quote` is applied to texts that other people typed. */
export function describeEvent(event: ServerEvent, quote = (text: string) => text): string {
  const { why } = webhookMessages;
  const { type, name, reason } = event;
  const isKey = type === 'refused' && Object.hasOwn(why, reason);
  const because = isKey ? why[reason as keyof typeof why] : quote(reason);
  return textsOf(type).say(quote(stripColourCodes(name)), because);
}
