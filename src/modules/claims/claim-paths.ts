// The paths of the pages on which operators claim servers and manage them.

export const operatorPaths = {
  report: (hash: string) => `/server/report/${hash}/`,
  claim: (hash: string) => `/server/claim/${hash}/`,
  own: (hash: string) => `/server/own/${hash}/`,
  /** Here a machine proves with a code that it has a public address. */
  address: '/server/address',
} as const;
