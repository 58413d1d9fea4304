// Answers `muster doctor`, which asks how its requests arrive. Only readers of the data folder get an answer.

import type { Intercept } from '../../platform/http/http-server.ts';
import { type Incoming, peerOf } from '../../platform/http/listener.ts';
import { NO_SNIFFING } from '../../platform/http/security-headers.ts';
import { countDescriptors } from '../../platform/lib/descriptors.ts';
import { version } from '../../platform/lib/version.ts';
import type { SocketListener } from '../relay/pump.ts';
import type { SiteModule } from '../site/index.ts';
import { DOCTOR_HEADER, isDoctorToken, proveService, type ServiceReport } from './service-proof.ts';

const TOLD_HEADERS = [
  ...['host', 'x-forwarded-for', 'x-forwarded-proto', 'forwarded', 'via'],
  ...['upgrade', 'connection'],
];
const MAX_HEADER_LENGTH = 200;

/**
 * Creates the handler. It answers such a request, upgrades it and returns nothing, or leaves it to the routes. `key` is
 * that of the data folder.
 */
export function createDoctorHandler({
  key,
  addressOf,
  site,
}: {
  key: string;
  addressOf(request: Incoming): string;
  site: Pick<SiteModule, 'identity'>;
}): Intercept {
  return (request, upgrade, isHostOurs) => {
    const token = request.headers.get(DOCTOR_HEADER);
    if (token === null || !isDoctorToken(key, token, Date.now())) return 'not meant';
    if (request.headers.get('upgrade')?.toLowerCase() === 'websocket') {
      const listener: SocketListener = { start: greet, pump: undefined };
      if (upgrade(listener, {})) return undefined;
    }
    const report: ServiceReport = {
      proof: proveService(key, token),
      version,
      isTls: request.url.startsWith('https:'),
      peer: { address: peerOf(request), port: request.transport?.requestIP(request)?.port ?? 0 },
      clientAddress: addressOf(request),
      isHostOurs,
      headers: Object.fromEntries(
        TOLD_HEADERS.flatMap((name) => {
          const value = request.headers.get(name);
          return value === null ? [] : [[name, value.slice(0, MAX_HEADER_LENGTH)]];
        }),
      ),
      descriptors: countDescriptors(),
      contact: site.identity().contact?.label ?? '',
      launcher: site.identity().launcherUrl,
    };
    return Response.json(report, { headers: { 'cache-control': 'no-store', ...NO_SNIFFING } });
  };
}

const greet: SocketListener['start'] = (browser) => {
  browser.send(Buffer.from('muster'));
  browser.close(1000);
  return { browserSent() {}, browserPinged() {}, browserDrained() {}, browserClosed() {} };
};
