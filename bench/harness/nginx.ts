// Starts nginx for one prepared file, plain and as gzip: Debian's settings for files, without a log.

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
  await Bun.write(join(folder, 'nginx.conf'), writeConfig(folder, port, list.keepsOpen));
  const child = workplace.spawn({
    cmd: [nginx, '-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')],
    place: 'server',
  });
  await waitFor(`http://127.0.0.1:${port}/api/servers`, child);
  return { port, stop: () => workplace.end(child) };
}

/** One process without a master, so that it runs as the same user as the bench and ends as one. */
function writeConfig(folder: string, port: number, keepsOpen: boolean): string {
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
  sendfile on;
  tcp_nopush on;
  keepalive_timeout 300s;
  keepalive_requests 1000000000;
  open_file_cache ${keepsOpen ? 'max=16 inactive=1h' : 'off'};
  open_file_cache_valid 1h;
  server {
    listen 127.0.0.1:${port};
    location = /api/servers {
      alias ${folder}/servers.json;
      default_type application/json;
      gzip_static on;
    }
  }
}
`;
}
