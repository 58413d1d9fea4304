// The face of the module: what other modules may use of it.

export { operatorPaths } from './claim-paths.ts';
export type {
  Claim,
  ClaimStore,
  ClaimsListener,
  ClaimsOf,
  FormerHash,
  HeartbeatKey,
  OpenCode,
} from './claim-ports.ts';
export { CLAIM_LIMITS, listTags, MOST_TAGS, offerHttps, requireTag } from './claim-texts.ts';
export type { Claims } from './claims.ts';
export type { PublicAddresses } from './public-address.ts';
