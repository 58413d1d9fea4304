// Web Push: the keys of the site, and messages that one browser alone can read, left with the service of its maker.

import type { PostWebhook } from '../../platform/net/outgoing-post.ts';
import type { PushSender } from './rally-ports.ts';

const CODING = 'aes128gcm';

/** Loaded when it is first needed, since it brings the runtime's HTTP client along. */
const loadWebPush = () => import('web-push');

/** `post` has to refuse private addresses: a browser may name any. */
export function createPushSender(baseUrl: string, post: PostWebhook): PushSender {
  // Services take nothing but https for it, and the package prints a warning of its own for localhost.
  const site = baseUrl
    .replace(/^http:/, 'https:')
    .replace('//localhost', '//localhost.localdomain');
  return {
    makeKeys: async () => (await loadWebPush()).generateVAPIDKeys(),
    async send({ endpoint, browserKey, authSecret }, keys, text, ttlSeconds) {
      const { encrypt, getVapidHeaders } = await loadWebPush();
      const { origin } = new URL(endpoint);
      const vapid = getVapidHeaders(origin, site, keys.publicKey, keys.privateKey, CODING);
      // One that still waits there gives way to a later one of its topic.
      const wish = { ttl: `${ttlSeconds}`, urgency: 'high', topic: 'rally' };
      const form = { 'content-encoding': CODING, 'content-type': 'application/octet-stream' };
      const headers = { authorization: vapid.Authorization, ...wish, ...form };
      const body = encrypt(browserKey, authSecret, text, CODING).cipherText;
      return (await post({ url: endpoint, headers, body })).status;
    },
  };
}
