// Watches the operator's certificate: passes on a renewed one and reports a broken one.

import { reasonOf } from '../lib/failure.ts';
import { combine, type Found, tell, WELL, warning } from '../lib/finding.ts';
import { type Repeat, signatureOfFiles, watchSettled } from '../lib/settled-files.ts';
import { createJob } from '../lib/timers.ts';
import type { Report } from '../ops/events.ts';
import {
  type Certificate,
  type CertificatePaths,
  listDoubts,
  readCertificate,
} from './certificate.ts';

/** How often the log repeats its doubts: a certificate expires although its files stay the same. */
const REVIEW_EVERY_MS = 24 * 60 * 60_000;

export async function openCertificateFiles(options: {
  paths: CertificatePaths;
  baseUrl(): string;
  /** Epoch milliseconds. */
  now(): number;
  report: Report;
  /** Runs the checks; by default a timer that does not keep the process alive. */
  repeat?: Repeat;
}) {
  const { paths, report } = options;
  let use: (certificate: Certificate) => void = () => {};
  let stop = (): void => {};
  // The signature is read before the files, so a write during the first read counts as a change.
  const files = await watchSettled(() => signatureOfFiles([paths.certPath, paths.keyPath]), reload);
  const certificate = await readCertificate(paths);
  let inUse = certificate;
  let isRenewable = true;

  const doubts = () => listDoubts(inUse, { baseUrl: options.baseUrl(), now: options.now() });

  function review(): void {
    for (const doubt of doubts()) report('certificate_doubted', { reason: tell(doubt).message });
  }

  function check(): Found {
    const unusable = warning('The files of the certificate cannot be used. The log shows why.');
    const found = combine(isRenewable ? doubts() : [...doubts(), unusable]);
    // The service still serves clients that accept the certificate.
    return found === WELL ? WELL : warning(() => tell(found).message);
  }

  async function reload(): Promise<boolean> {
    try {
      const renewed = await readCertificate(paths);
      isRenewable = true;
      if (renewed.cert === inUse.cert && renewed.key === inUse.key) return true;
      use(renewed);
      inUse = renewed;
      report('certificate_renewed', { validUntil: new Date(renewed.validUntil).toISOString() });
      review();
      return true;
    } catch (error) {
      isRenewable = false;
      const reason = `${reasonOf(error)} The previous certificate stays in use.`;
      report('certificate_failed', { reason });
      return false;
    }
  }

  return {
    certificate,
    /** Starts watching. Calls `taken` with each renewed certificate; `taken` throws when it cannot use it. */
    watch(taken: (certificate: Certificate) => void): void {
      use = taken;
      review();
      stop = files.keepWatching(options.repeat);
    },
    /** Reading the same pair again changes nothing. */
    reloadNow: files.reloadNow,
    review,
    check,
    jobs: [createJob('review the certificate', REVIEW_EVERY_MS, review)],
    [Symbol.dispose]: () => stop(),
  };
}
