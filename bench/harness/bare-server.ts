// Starts the bare handlers that Muster is held against.

import { join } from 'node:path';
import { waitFor } from './muster.ts';
import { findFreePort, type Workplace } from './workplace.ts';

/** Answers every request with the bytes of a file. */
export interface BareBytes {
  answer: 'bytes';
  file: string;
  headers: Record<string, string>;
}

/** Answers every request with status 304. */
export interface BareNotModified {
  answer: 'not-modified';
  headers: Record<string, string>;
}

/** Parses each request's form and answers with one text. */
export interface BareForm {
  answer: 'form';
  text: string;
  /** Whether it also looks up the headers and the peer that tell who sent it. */
  readsSender?: boolean;
}

/** Makes a logged-in list out of a JSON file of records with salts, for each request anew. */
export interface BarePlayerList {
  answer: 'player-list';
  file: string;
}

type Answer = BareBytes | BareNotModified | BareForm | BarePlayerList;

export type BareKind = Answer & { port: number };

export interface RunningServer {
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts a bare handler on the servers' core and waits until it answers. */
export async function startBare(workplace: Workplace, answer: Answer): Promise<RunningServer> {
  const port = await findFreePort();
  const kind: BareKind = { ...answer, port };
  const child = workplace.spawn({
    cmd: [process.execPath, join(import.meta.dir, '../bare.ts'), JSON.stringify(kind)],
    place: 'server',
  });
  await waitFor(`http://127.0.0.1:${port}/`, child);
  return { port, stop: () => workplace.end(child) };
}
