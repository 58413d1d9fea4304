// The face of the module: the exports that other modules may use.

export {
  CLAIM_COLUMNS,
  CLAIM_FIELD_NAMES,
  type ClaimFieldName,
  claimApi,
  claimField,
  formatClaimText,
} from './claim-fields.ts';
export { operatorPaths } from './claim-paths.ts';
export type {
  Claim,
  ClaimEditors,
  ClaimStore,
  ClaimsListener,
  ClaimsOf,
  FormerHash,
  HeartbeatKey,
  OpenCode,
} from './claim-ports.ts';
export { listTags, MAX_TAGS, requireTag } from './claim-tags.ts';
export type { Claims } from './claims.ts';
export type { PublicAddresses } from './public-address.ts';
