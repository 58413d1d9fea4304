// Push notifications: the button on a server's page that asks for them, and the service worker that shows them.

/** The event that a service worker receives. The page's types do not have it. */
interface Pushed {
  waitUntil(done: unknown): void;
  data: { json(): { title: string; body: string; path: string } };
  notification: Notification;
  target: { registration: ServiceWorkerRegistration; clients: { openWindow(path: string): void } };
}
const listen = addEventListener as unknown as (type: string, on: (event: Pushed) => void) => void;

listen('push', (event) => {
  const { title, body, path } = event.data.json();
  const { registration } = event.target;
  event.waitUntil(registration.showNotification(title, { body, tag: path, data: path }));
});
listen('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(event.target.clients.openWindow(event.notification.data));
});

async function subscribe(applicationServerKey: string): Promise<void> {
  await Notification.requestPermission();
  await navigator.serviceWorker.register('/push.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  // A subscription made with other keys would block the new one.
  await (await pushManager.getSubscription())?.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const { endpoint = '', keys = {} } = made.toJSON();
  const { p256dh: browserKey = '', auth: authSecret = '' } = keys;
  const body = new URLSearchParams({ push: 'yes', endpoint, browserKey, authSecret });
  const answer = await fetch(location.pathname, { method: 'POST', body });
  if (!answer.ok) throw new Error(answer.statusText);
  location.reload();
}

globalThis.document?.addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest<HTMLElement>('[data-push]');
  if (!button) return;
  const { push = '', failed = '' } = button.dataset;
  subscribe(push).catch(() => button.replaceWith(failed));
});
