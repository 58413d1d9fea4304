// Opens the passkeys, with the package that checks what browsers send.

import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { Failure } from '../../platform/lib/failure.ts';
import { ALGORITHMS } from './new-passkeys.ts';
import type { Expected, PasskeyCheck } from './passkey-ports.ts';
import { createPasskeys } from './passkeys.ts';

/** Loaded on first use, since most sites have few logins with passkeys. */
const load = () => import('@simplewebauthn/server');
const loadHelpers = () => import('@simplewebauthn/server/helpers');

export type PasskeyPorts = Omit<Parameters<typeof createPasskeys>[0], 'check'>;

export const openPasskeys = (ports: PasskeyPorts) =>
  createPasskeys({ ...ports, check: passkeyCheck });

/** The package throws for every invalid answer. */
const passkeyCheck: PasskeyCheck = {
  async readNew(answer, expected) {
    const response = answer as RegistrationResponseJSON;
    try {
      if (await hasCertificate(response)) return undefined;
      const { verifyRegistrationResponse } = await load();
      const { registrationInfo } = await verifyRegistrationResponse({
        ...expectedOf(expected),
        response,
        requireUserVerification: false,
        supportedAlgorithmIDs: ALGORITHMS,
      });
      if (registrationInfo === undefined) return undefined;
      const { credential, userVerified: isUserVerified } = registrationInfo;
      const { id: credentialId, counter } = credential;
      const publicKey = new Uint8Array(credential.publicKey);
      const transports = listTransports(response.response.transports);
      return { credentialId, publicKey, counter, transports, isUserVerified };
    } catch (error) {
      return refuse(error);
    }
  },

  async readUse(answer, { credentialId, publicKey }, expected) {
    try {
      const { verifyAuthenticationResponse } = await load();
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        ...expectedOf(expected),
        response: answer as AuthenticationResponseJSON,
        // The package compares counters before it checks the signature, so the store compares them instead.
        credential: { id: credentialId, publicKey, counter: 0 },
        requireUserVerification: false,
      });
      const { newCounter: counter, userVerified: isUserVerified } = authenticationInfo;
      return verified ? { counter, isUserVerified } : undefined;
    } catch (error) {
      return refuse(error);
    }
  },
};

const expectedOf = ({ origin, rpId, spendChallenge }: Expected) => ({
  expectedOrigin: origin,
  expectedRPID: rpId,
  expectedChallenge: spendChallenge,
});

/** Whether the passkey's maker vouches for it. We never ask for that, and the check would open URLs of certificates. */
async function hasCertificate({ response }: RegistrationResponseJSON): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await loadHelpers();
  const object = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  const isSelfSigned =
    object.get('fmt') === 'packed' && object.get('attStmt').get('x5c') === undefined;
  return object.get('fmt') !== 'none' && !isSelfSigned;
}

/** Returns nothing for an invalid answer. Throws on a failure of this service, which is not the sender's fault. */
function refuse(error: unknown): undefined {
  if (error instanceof Failure) throw error;
}

const TRANSPORT = /^[a-z-]{1,20}$/;
const MAX_TRANSPORTS = 8;

/** Keeps only texts that look like the name of a transport, because a browser can send any text. */
function listTransports(transports: unknown): string {
  const listed: readonly unknown[] = Array.isArray(transports) ? transports : [];
  const known = listed.filter((it) => typeof it === 'string' && TRANSPORT.test(it));
  return known.slice(0, MAX_TRANSPORTS).join(',');
}
