// Web Push: the site's keys, and encrypted messages that reach a browser through its vendor's push service.

import type { PostWebhook } from '../../platform/lib/outgoing-request.ts';
import type { PushSender } from './rally-ports.ts';

const CODING = 'aes128gcm';

/** Loaded on first use, because it brings the runtime's HTTP client along. */
const loadWebPush = () => import('web-push');

/** Creates the sender. `post` must refuse private addresses, because a browser may name any. */
export function createPushSender(baseUrl: string, post: PostWebhook): PushSender {
  // Push services require https, and the package prints its own warning for localhost.
  const site = baseUrl
    .replace(/^http:/, 'https:')
    .replace('//localhost', '//localhost.localdomain');
  return {
    makeKeys: async () => (await loadWebPush()).generateVAPIDKeys(),
    async send({ endpoint, browserKey, authSecret }, keys, text, ttlSeconds) {
      const { encrypt, getVapidHeaders } = await loadWebPush();
      const { origin } = new URL(endpoint);
      const vapid = getVapidHeaders(origin, site, keys.publicKey, keys.privateKey, CODING);
      // A later message of the same topic replaces one that still waits at the service.
      const wish = { ttl: `${ttlSeconds}`, urgency: 'high', topic: 'rally' };
      const form = { 'content-encoding': CODING, 'content-type': 'application/octet-stream' };
      const headers = { authorization: vapid.Authorization, ...wish, ...form };
      const body = encrypt(browserKey, authSecret, text, CODING).cipherText;
      return (await post({ url: endpoint, headers, body })).status;
    },
  };
}
