// The server list as other sites include it: one script tag, no frame, no cookie, no library.
// Options: data-limit (1 to 100, else 10) and data-theme (light, dark; else as the reader's system).
((words, site) => {
  const script = document.currentScript;
  if (!(script instanceof HTMLScriptElement)) return;
  const home = new URL(script.src).origin;
  const wanted = Number(script.dataset.limit);
  const limit = Number.isInteger(wanted) && wanted >= 1 && wanted <= 100 ? wanted : 10;
  const theme = script.dataset.theme;
  const refreshMs = 60_000;

  const light = `--back:#fff;--text:#24211c;--soft:#5d574c;--line:#d6d1c5;--link:${site.lightLink};--edge:${site.light}`;
  const dark = `--back:#201e1a;--text:#eeebe3;--soft:#aca596;--line:#3b372f;--link:${site.darkLink};--edge:${site.dark}`;
  const system = `:host{${light}}@media (prefers-color-scheme:dark){:host{${dark}}}`;
  const themes = { light: `:host{${light}}`, dark: `:host{${dark}}` };
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`${Object.hasOwn(themes, theme ?? '') ? themes[theme] : system}
    :host{display:block}
    section{background:var(--back);color:var(--text);padding:16px;border:1px solid var(--line);
      box-shadow:inset 0 4px var(--edge);border-radius:2px;font:16px/1.5 system-ui,sans-serif;text-align:start;overflow-wrap:anywhere}
    h2{font-size:20px;line-height:1.2;margin:0}
    p{margin:8px 0 0;color:var(--soft)}
    ul{list-style:none;margin:8px 0 0;padding:0}
    li{display:flex;justify-content:space-between;gap:16px;padding:8px 0;border-top:1px solid var(--line)}
    small{display:block;color:var(--soft)}
    span{white-space:nowrap;font-variant-numeric:tabular-nums}
    bdi{flex:1}
    img{width:32px;height:32px}
    a{color:var(--link)}
    a:focus-visible{outline:2px solid currentColor;outline-offset:2px}`);

  // A shadow root separates the styles of both sides, and needs no inline style of the page.
  const host = document.createElement('div');
  host.dataset.musterServers = '';
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [sheet];
  if (script.closest('body') === null) {
    const show = () => document.body.append(host);
    if (document.body) show();
    else document.addEventListener('DOMContentLoaded', show);
  } else {
    script.after(host);
  }

  const fill = (text, values) =>
    text.replace(/\{(\w+)\}/g, (place, name) => (name in values ? String(values[name]) : place));

  function make(tag, text, children = []) {
    const element = document.createElement(tag);
    if (text !== undefined) element.textContent = text;
    element.append(...children);
    return element;
  }

  function makeLink(text, path) {
    const link = make('a', text);
    link.href = home + path;
    link.rel = 'noopener';
    return link;
  }

  const count = (value) => (Number.isSafeInteger(value) && value >= 0 ? value : 0);

  function makeRow(server) {
    const name = String(server.name).trim() || String(server.colouredName);
    const link = makeLink(name, `/server/play/${server.hash}/`);
    const values = { players: count(server.players), max: count(server.maxPlayers) };
    const players = make('span', `${values.players} / ${values.max}`);
    players.title = fill(words.ofPlayers, values);
    // What its operator says: the first line, and the tags.
    const [line] = String(server.description).split('\n');
    const about = [line, ...server.tags.map((tag) => `#${tag}`)].filter((text) => text !== '');
    const lines = about.length === 0 ? [] : [make('small', about.join(' '))];
    // None is asked for where the operator set none: the page may allow no pictures.
    const icons = server.icon ? [Object.assign(new Image(), { src: server.icon, alt: '' })] : [];
    return make('li', undefined, [...icons, make('bdi', undefined, [link, ...lines]), players]);
  }

  function show(parts) {
    const all = make('p', undefined, [makeLink(words.all, '/')]);
    const title = site.name === '' ? words.title : fill(words.titleOn, { site: site.name });
    // The site's rules apply to the host element, such as a reset of all padding, and to nothing within it.
    root.replaceChildren(make('section', undefined, [make('h2', title), ...parts, all]));
  }

  function showServers(list, online) {
    const servers = list.filter((server) => /^[0-9a-f]{32}$/.test(server?.hash));
    if (servers.length === 0) {
      show([make('p', words.empty)]);
      return;
    }
    const line = make('p', fill(online.servers === 1 ? words.playingOne : words.playing, online));
    show([line, make('ul', undefined, servers.map(makeRow))]);
  }

  let hasShown = false;

  async function load() {
    try {
      const source = `${home}/api/v1/servers?origin=here&limit=${limit}`;
      const answer = await fetch(source, { credentials: 'omit' });
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      const { servers, online } = await answer.json();
      showServers(servers, online);
      hasShown = true;
    } catch {
      // A list that was shown before is better than none.
      if (!hasShown) show([make('p', words.failed)]);
    }
  }

  load();
  setInterval(() => {
    if (document.visibilityState === 'visible') load();
  }, refreshMs);
})(MUSTER_WORDS, MUSTER_SITE);
