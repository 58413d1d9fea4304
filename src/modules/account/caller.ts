// Who makes a request: what sessions, logins and the account log know of a client.

export interface Caller {
  address: string;
  /** The header as it came; empty without one. */
  userAgent: string;
  /** Of a browser's `device` cookie, a secret, empty where none was brought; `undefined` for launchers. */
  deviceValue: string | undefined;
}
