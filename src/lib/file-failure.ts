// What people read where the system refuses a file or folder: what is wrong, and what to do.

import { codeOf, Failure } from './failure.ts';

const NO_RIGHTS =
  'Make the user that muster runs as the owner of it and its folder, and run commands as that user.';
const FULL = 'The disk is full: free some space on it, or use another one.';
const NOT_A_FOLDER = 'A part of this path is a file, not a folder: correct the path.';

const REMEDIES: Readonly<Record<string, string>> = {
  EACCES: NO_RIGHTS,
  EPERM: NO_RIGHTS,
  EROFS: 'Its disk is mounted read-only: mount it for writing, or use another folder.',
  ENOSPC: FULL,
  EDQUOT: FULL,
  ENOENT: 'It does not exist: make it, correct the path, or mount the disk that it is on.',
  ENOTDIR: NOT_A_FOLDER,
  EEXIST: NOT_A_FOLDER,
  EISDIR: 'It is a folder, not a file: correct the path.',
  EMFILE:
    'Too many files are open: raise the limit with LimitNOFILE= in the systemd unit, or with ulimit -n.',
  ENFILE: 'Too many files are open on this machine: raise fs.file-max with sysctl.',
  EIO: 'The disk fails to read or write it: look into the log of the system (dmesg), and replace the disk.',
};

export function describeFileFailure(what: string, error: unknown, code = codeOf(error)): string {
  return `${what} (${code}). ${REMEDIES[code] ?? 'Check the disk, and who owns the folder.'}`;
}

/** The failure of a file or folder as a sentence with its path; `undefined` for any other error. */
export function toFileFailure(error: unknown, path?: string): Failure | undefined {
  if (!(error instanceof Error) || error instanceof Failure) return undefined;
  if (REMEDIES[codeOf(error)] === undefined || !('syscall' in error)) return undefined;
  const isNetwork = /^(?:listen|bind|connect)/.test(String(error.syscall));
  if (isNetwork && !/^E[MN]FILE$/.test(codeOf(error))) return undefined;
  const named = path ?? ('path' in error ? String(error.path) : 'A file');
  return new Failure('unavailable', describeFileFailure(`${named} cannot be used`, error), {
    cause: error,
  });
}
