// The events of certificate, country file, web client, the site's files and descriptors: each writes its log line and counts.

import { countEvent } from './counters.ts';
import { loggerOf } from './log.ts';

const net = loggerOf('net');

/** Events of the operator's certificate; sentences say why, and what is used instead. */
export const certificateEvents = {
  /** New connections get a renewed certificate from now on; `validUntil` in epoch milliseconds. */
  renewed(validUntil: number): void {
    countEvent('certificate_renewed');
    net.info('Certificate renewed', { validUntil: new Date(validUntil).toISOString() });
  },
  /** The new certificate cannot be used; the one before stays. */
  failed(sentence: string): void {
    countEvent('certificate_failed');
    net.warning('Certificate cannot be used', { reason: sentence });
  },
  /** The certificate is in use, but clients will not trust it, or not for long. */
  doubted(sentence: string): void {
    countEvent('certificate_doubted');
    net.warning('Certificate is doubtful', { reason: sentence });
  },
};

/** Events of the operator's country database. */
export const countryEvents = {
  /** It was read, at the start or because it changed. */
  onReload(path: string): void {
    countEvent('geoip_reloaded');
    net.info('Country database read', { path });
  },
  /** It cannot be used; the sentence says why, and what is used instead. */
  onFailure(sentence: string): void {
    countEvent('geoip_failed');
    net.error('Country database cannot be read', { reason: sentence });
  },
};

/** Events of the folder with the web client. */
export const webClientEvents = {
  /** Its files were read, at the start or because they changed. */
  onRead(facts: { folder: string; files: number; bytes: number; missing: string[] }): void {
    countEvent('web_client_read');
    const { folder, files, bytes, missing } = facts;
    net.info('Web client read', { folder, files, bytes });
    for (const note of missing)
      net.warning('The web client is not whole', { folder, missing: note });
  },
  /** It cannot be used any more; the sentence says why. */
  onFailure(sentence: string): void {
    countEvent('web_client_failed');
    net.error('Web client not usable', { reason: sentence });
  },
};

/** Events of the files that give the site its face. */
export const siteFileEvents = {
  /** They were read again; `settings` name them. */
  onRead(settings: readonly string[]): void {
    countEvent('site_files_read');
    net.info('Files of the site read', { settings: [...settings] });
  },
  /** One cannot be used; the sentence says why, and what is used instead. */
  onFailure(sentence: string): void {
    countEvent('site_files_failed');
    net.error('A file of the site cannot be used', { reason: sentence });
  },
};

/** Events of file descriptors. */
export const descriptorEvents = {
  /** None is left; `doNewcomersWait` where the system lets new connections be held back. */
  exhausted(facts: { doNewcomersWait: boolean }): void {
    countEvent('descriptors_exhausted');
    net.error('No file descriptors are left, so nobody new can connect', {
      ...facts,
      advice: 'Raise the limit: LimitNOFILE= in the systemd unit, ulimit -n in a shell.',
    });
  },
  /** There are file descriptors again after there were none. */
  freed(): void {
    countEvent('descriptors_freed');
    net.info('File descriptors are left again');
  },
};
