// Shows the details of entries in the audit log and the account log, in the reader's language.
/** @jsxImportSource preact */

import { endMinute } from '../../platform/lib/moment.ts';
import { splitAtPhrase } from '../../platform/lib/split-phrase.ts';
import { formats } from '../../platform/messages/messages.ts';
import { Moment } from '../../platform/views/time.tsx';
import { describeDetail, readDetail } from './audit-details.ts';
import type { AuditWords } from './audit-words.ts';

/** `words` are those of the audit log; the account log needs none. */
export function ActionDetail({
  text,
  words = { describeDetail },
}: {
  text: string;
  words?: Pick<AuditWords, 'describeDetail'>;
}) {
  const detail = readDetail(text);
  const described = words.describeDetail(text, formats.formatMoment);
  const until = detail && 'until' in detail ? detail.until : null;
  return <bdi>{until === null ? described : <WithMoment text={described} at={until} />}</bdi>;
}

/** Marks the moment in the text, so that no line breaks within it. */
function WithMoment({ text, at }: { text: string; at: number }) {
  const end = endMinute(at);
  const moments = [`${formats.formatMoment(end)} UTC`];
  const [before, moment, after] = splitAtPhrase(text, moments) ?? [text, '', ''];
  return (
    <>
      {before}
      {moment !== '' && <Moment at={end} />}
      {after}
    </>
  );
}
