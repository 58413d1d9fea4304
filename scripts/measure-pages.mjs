// npm run measure-pages: how fast pages of the built binary show on a slow phone, and what they weigh. Bun runs it.
import { existsSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { main } from './child.mjs';
import { HOST, openBrowser, withExample } from './example/binary.mjs';

const PROGRAMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
/** A phone of the lower class on a slow mobile network. */
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const CPU_SLOWDOWN = 4;
const NETWORK = { latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const RUNS = 5;

/** The limits of every page: milliseconds, and kilobytes (1,000 bytes), for `…Br` with Brotli. */
const LIMITS = { task: 200, cls: 0, cssBr: 14 };

/** The pages, with limits of their own. */
const PAGES = [
  { name: 'list of 60', servers: 60, path: '/', limits: { lcp: 1_800, requests: 6, jsBr: 16 } },
  {
    name: 'list of 300',
    servers: 300,
    path: '/',
    limits: { lcp: 2_200, requests: 6, html: 120, htmlBr: 22, jsBr: 16 },
  },
  { name: 'server', servers: 60, path: 'server', limits: { lcp: 1_500 } },
  { name: 'statistics', servers: 60, path: '/statistics/', limits: {} },
];

const COLUMNS = {
  lcp: 'LCP ms',
  task: 'longest task ms',
  cls: 'CLS',
  requests: 'requests',
  html: 'HTML kB',
  htmlBr: 'with br',
  css: 'CSS kB',
  cssBr: 'with br',
  js: 'JS kB',
  jsBr: 'with br',
};

await main(async () => {
  const { makeServers } = await import('./example/servers.ts');
  const { computeServerHash } = await import('../src/modules/registry/server-hash.ts');
  const [first] = makeServers(1);
  const serverPath = `/server/play/${computeServerHash(first.ip, first.port)}/`;
  const rows = [];
  for (const count of new Set(PAGES.map(({ servers }) => servers))) {
    await withExample(makeServers(count), async (origin) => {
      const browser = await openBrowser(
        origin,
        PROGRAMS.find((path) => existsSync(path)),
      );
      try {
        for (const page of PAGES.filter(({ servers }) => servers === count)) {
          const path = page.path === 'server' ? serverPath : page.path;
          rows.push({ ...page, measured: await measure(browser, origin, path) });
        }
      } finally {
        await browser.close();
      }
    });
  }
  showTable(rows);
  const passed = rows.flatMap(listPassed);
  if (passed.length > 0) throw new Error(`Over the limit: ${passed.join('; ')}.`);
});

/** The medians of some visits, each of a new reader, and the weight of what they loaded. */
async function measure(browser, origin, path) {
  // The first visitor waits for what the service makes once and keeps.
  await visit(browser, path);
  const visits = [];
  for (let run = 0; run < RUNS; run += 1) visits.push(await visit(browser, path));
  const medianOf = (name) => {
    const sorted = visits.map((one) => one[name]).sort((a, b) => a - b);
    return sorted[Math.floor(RUNS / 2)];
  };
  const times = { lcp: medianOf('lcp'), task: medianOf('task'), cls: medianOf('cls') };
  const { requested } = visits[0];
  return { ...times, requests: medianOf('requests'), ...(await weigh(origin, requested)) };
}

/** Opens a page as a new reader until nothing loads any more. */
async function visit(browser, path) {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    const requested = [];
    page.on('request', (request) => requested.push([request.resourceType(), request.url()]));
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', { offline: false, ...NETWORK });
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await page.addInitScript(observe);
    await page.goto(`http://${HOST}${path}`, { waitUntil: 'networkidle' });
    await page.waitForFunction(() => globalThis.seen.lcp > 0);
    const seen = await page.evaluate(() => globalThis.seen);
    return { ...seen, requests: requested.length, requested };
  } finally {
    await context.close();
  }
}

/** Runs in the page before everything else. */
function observe() {
  const seen = { lcp: 0, task: 0, cls: 0 };
  globalThis.seen = seen;
  const watch = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
      type,
      buffered: true,
    });
  watch('largest-contentful-paint', ({ startTime }) => {
    seen.lcp = startTime;
  });
  watch('longtask', ({ duration }) => {
    seen.task = Math.max(seen.task, duration);
  });
  watch('layout-shift', ({ value, hadRecentInput }) => {
    if (!hadRecentInput) seen.cls += value;
  });
}

/** The kilobytes of the document, styles and scripts, as they are and with Brotli. */
async function weigh(origin, requested) {
  const sizes = { document: [0, 0], stylesheet: [0, 0], script: [0, 0] };
  for (const [type, url] of requested) {
    if (!(type in sizes)) continue;
    const { pathname, search } = new URL(url);
    const headers = { host: HOST, 'accept-encoding': 'br' };
    const answer = await fetch(`${origin}${pathname}${search}`, { headers, decompress: false });
    const packed = Buffer.from(await answer.arrayBuffer());
    const isPacked = answer.headers.get('content-encoding') === 'br';
    sizes[type][0] += (isPacked ? brotliDecompressSync(packed) : packed).length / 1_000;
    sizes[type][1] += packed.length / 1_000;
  }
  const { document, stylesheet, script } = sizes;
  return {
    ...{ html: document[0], htmlBr: document[1] },
    ...{ css: stylesheet[0], cssBr: stylesheet[1], js: script[0], jsBr: script[1] },
  };
}

function limitsOf({ limits }) {
  return { ...LIMITS, ...limits };
}

function listPassed({ name, measured, ...page }) {
  return Object.entries(limitsOf(page))
    .filter(([what, most]) => measured[what] > most)
    .map(([what, most]) => `${name}: ${what} is ${show(what, measured[what])}, at most ${most}`);
}

function show(what, value) {
  if (what === 'cls') return value.toFixed(3);
  return ['lcp', 'task', 'requests'].includes(what) ? `${Math.round(value)}` : value.toFixed(1);
}

/** One row a page; a value with a limit names it after a slash. */
function showTable(rows) {
  const lines = rows.map(({ name, measured, ...page }) => [
    name,
    ...Object.keys(COLUMNS).map((what) => {
      const most = limitsOf(page)[what];
      return show(what, measured[what]) + (most === undefined ? '' : ` / ${most}`);
    }),
  ]);
  const table = [['page', ...Object.values(COLUMNS)], ...lines];
  const widths = table[0].map((_, at) => Math.max(...table.map((line) => line[at].length)));
  for (const line of table) {
    console.log(
      line
        .map((cell, at) => cell.padEnd(widths[at]))
        .join('  ')
        .trimEnd(),
    );
  }
}
