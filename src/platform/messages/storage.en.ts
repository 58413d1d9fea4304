// Every sentence about problems with files and the database.

const RESTORE =
  'Stop the service, then restore a backup (muster restore). Rows that the backup lacks may still be readable with sqlite3, as docs/backups.md says.';
const damaged = (tables: string) => {
  if (tables === '') return `The database is damaged. ${RESTORE}`;
  const named = tables.includes(',') ? `tables ${tables} are` : `table ${tables} is`;
  return `The ${named} damaged. ${RESTORE}`;
};

export const databaseFindings = {
  unreadable: (path: string) =>
    `${path} is damaged or not a database. muster check says more. ${RESTORE}`,
  damaged: (path: string, detail: string, tables: string) =>
    `${path} is damaged (${detail}). ${damaged(tables)}`,
  tables: damaged,
} as const;

const NO_RIGHTS =
  'Make the user that runs Muster the owner of this path and its folder, and run commands as that user.';
const FULL = 'The disk is full: free some space on it, or use another one.';
const NOT_A_FOLDER = 'A part of this path is a file, not a folder: correct the path.';

/** Sentences for a file or folder that the system refuses: the failure, and a remedy for each error code. */
export const fileFailures = {
  read: (path: string) => `${path} cannot be read`,
  use: (path: string) => `${path} cannot be used`,
  writeFolder: (folder: string) => `The folder ${folder} cannot be written`,
  writeData: (folder: string) => `The data folder ${folder} cannot be written`,
  useData: (folder: string) => `The data folder ${folder} cannot be used`,
  remedies: {
    EACCES: NO_RIGHTS,
    EPERM: NO_RIGHTS,
    EROFS: 'Its disk is mounted read-only: mount it for writing, or use another folder.',
    ENOSPC: FULL,
    EDQUOT: FULL,
    ENOENT: 'It does not exist: create it, correct the path, or mount the disk that it is on.',
    ENOTDIR: NOT_A_FOLDER,
    EEXIST: NOT_A_FOLDER,
    EISDIR: 'It is a folder, not a file: correct the path.',
    EMFILE:
      'Too many files are open: raise the limit with LimitNOFILE= in the systemd unit, or with ulimit -n.',
    ENFILE: 'Too many files are open on this machine: raise fs.file-max with sysctl.',
    EIO: 'The disk fails to read or write it: look into the log of the system (dmesg), and replace the disk.',
  },
  otherwise: 'Check the disk, and who owns the folder.',
} as const;
