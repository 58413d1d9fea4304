// Writes the public list as bytes, and copies unchanged records from the list before.

import { type Listing, type LiveServer, uptimeSeconds } from '../registry/index.ts';

/** More than the longest record, whose two texts have 64 characters of two escapes each. */
const RECORD_BYTES = 2_048;
const FIRST_BYTES = 64 * 1_024;

/** Writes the parts of a list in pure ASCII. */
export interface RecordFormat {
  /** The text before the first record and after the last. A comma separates two records. */
  frame: readonly [head: string, tail: string];
  /** Writes a record, and tells where the digits of its uptime begin. */
  writeRecord(listing: Listing, uptimeSeconds: number): { text: string; uptimeAt: number };
}

/** The record of a listing in the list before. Only the digits of its uptime change. */
interface Written {
  listing: Listing;
  /** The number of the list that has the record: a server hidden since then is not in the list before. */
  list: number;
  start: number;
  uptimeStart: number;
  uptimeEnd: number;
  end: number;
}

/** Creates the writer. Each call writes these servers in order, and returns the same bytes when nothing changed. */
export function createListWriter(format: RecordFormat) {
  const records = new WeakMap<LiveServer, Written>();
  const [head, tail] = format.frame;
  let before = Buffer.alloc(0);
  let number = 0;
  // Reused for each list: new memory would be megabytes of garbage a second.
  let target = Buffer.alloc(FIRST_BYTES);

  function writeNew(listing: Listing, uptime: number, start: number): Written {
    const { text, uptimeAt } = format.writeRecord(listing, uptime);
    const end = start + target.write(text, start, 'latin1');
    const uptimeStart = start + uptimeAt;
    return {
      listing,
      list: number,
      start,
      uptimeStart,
      uptimeEnd: uptimeStart + `${uptime}`.length,
      end,
    };
  }

  function copy(written: Written, uptime: number, start: number): Written {
    const { start: from, uptimeStart, uptimeEnd, end } = written;
    written.list = number;
    written.start = start;
    written.uptimeStart = start + before.copy(target, start, from, uptimeStart);
    written.uptimeEnd =
      written.uptimeStart + target.write(`${uptime}`, written.uptimeStart, 'latin1');
    written.end = written.uptimeEnd + before.copy(target, written.uptimeEnd, uptimeEnd, end);
    return written;
  }

  return (servers: readonly LiveServer[], now: number): Buffer<ArrayBuffer> => {
    number += 1;
    let length = target.write(head, 0, 'latin1');
    for (const server of servers) {
      if (length + RECORD_BYTES > target.length)
        target = Buffer.concat([target], 2 * target.length);
      if (length > head.length) length += target.write(',', length, 'latin1');
      const { listing } = server;
      const uptime = uptimeSeconds(listing, now);
      const known = records.get(server);
      const isSame = known?.listing === listing && known.list === number - 1;
      const written = isSame ? copy(known, uptime, length) : writeNew(listing, uptime, length);
      if (!isSame) records.set(server, written);
      length = written.end;
    }
    length += target.write(tail, length, 'latin1');
    const list = target.subarray(0, length);
    if (!list.equals(before)) before = Buffer.from(list);
    return before;
  };
}
