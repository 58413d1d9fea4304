// Starts nginx, for one prepared file, plain and as gzip, with Debian's settings for files, or as a WebSocket proxy; without a log.

import { join } from 'node:path';
import type { RunningServer } from './bare-server.ts';
import { waitFor } from './muster.ts';
import { findFreePort, type Workplace } from './workplace.ts';

/** Serves the two files at `/api/servers`; `keepsOpen` tunes it to open them once and for all. */
export async function startNginx(
  workplace: Workplace,
  nginx: string,
  list: { plain: Uint8Array; gzip: Uint8Array; keepsOpen: boolean },
): Promise<RunningServer> {
  const folder = await workplace.makeFolder();
  const port = await findFreePort();
  await Bun.write(join(folder, 'servers.json'), list.plain);
  await Bun.write(join(folder, 'servers.json.gz'), list.gzip);
  const site = `
  sendfile on;
  tcp_nopush on;
  open_file_cache ${list.keepsOpen ? 'max=16 inactive=1h' : 'off'};
  open_file_cache_valid 1h;
  server {
    listen 127.0.0.1:${port};
    location = /api/servers {
      alias ${folder}/servers.json;
      default_type application/json;
      gzip_static on;
    }
  }`;
  return await start(workplace, nginx, { folder, port, site, path: '/api/servers' });
}

/** Passes WebSockets on to a server of this machine. */
export async function startWebSocketProxy(
  workplace: Workplace,
  nginx: string,
  target: number,
): Promise<RunningServer> {
  const folder = await workplace.makeFolder();
  const port = await findFreePort();
  const site = `
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://127.0.0.1:${target};
      proxy_http_version 1.1;
      proxy_set_header Host $host;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $http_connection;
    }
  }`;
  return await start(workplace, nginx, { folder, port, site, path: '/' });
}

async function start(
  workplace: Workplace,
  nginx: string,
  { folder, port, site, path }: { folder: string; port: number; site: string; path: string },
): Promise<RunningServer> {
  const file = join(folder, 'nginx.conf');
  await Bun.write(file, writeConfig(folder, site));
  const child = workplace.spawn({
    cmd: [nginx, '-p', folder, '-c', file, '-e', join(folder, 'error.log')],
    place: 'server',
  });
  await waitFor(`http://127.0.0.1:${port}${path}`, child);
  return { port, stop: () => workplace.end(child) };
}

/** One process without a master, so that it runs as the same user as the bench and ends as one. */
function writeConfig(folder: string, site: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `  ${name}_temp_path ${folder}/${name};`)
    .join('\n');
  return `daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
${temporary}
  access_log off;
  keepalive_timeout 300s;
  keepalive_requests 1000000000;${site}
}
`;
}
