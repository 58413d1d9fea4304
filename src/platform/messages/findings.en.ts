// Every sentence of what the checks of the installation find: for `muster doctor`, and for the page that shows the same.

import { describeWait } from '../lib/duration.ts';
import { plural } from '../lib/text.ts';

const WEB_SOCKET_ADVICE =
  'Make the proxy pass it on (nginx: proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection "upgrade";). See deploy/nginx.conf.';
/** By OpenSSL’s name of the problem. */
const CHAIN: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its issuer is not known',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the intermediate certificate is missing',
  UNABLE_TO_GET_ISSUER_CERT: 'the intermediate certificate is missing',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'its issuer is not known, or the intermediate certificate is missing',
  CERT_HAS_EXPIRED: 'a certificate of its chain has expired',
};
const WHOLE_CHAIN =
  'Use the file with the whole chain (fullchain.pem) of a certificate from a public authority.';
const migrations = (count: number) => plural(count, 'migration');

/** After `→`, on a line of its own, stands what to do. */
export const doctorFindings = {
  settingsNone: 'no file',
  settingsStartedWith: (keys: string) => `the service was started with ${keys}`,
  /** What only the command line says, in English. */
  settingsProblem: (problem: string) =>
    `${problem}\n→ muster config print shows each setting and where it comes from.`,
  settingsHidden: (keys: string) =>
    `Only the running service knows these secrets: ${keys}.\n→ Run muster doctor with the flags or variables of the service.`,
  settingsBroken: (keys: string) => `These settings cannot be used: ${keys}.`,
  /** What is only said in English, elsewhere. */
  quote: (sentence: string) => sentence,
  late: (seconds: number) => `This took longer than ${seconds} s.`,

  folderFree: (folder: string, free: string) => `${folder} (${free} free)`,
  folderFreeWhenMade: (folder: string, free: string) =>
    `${folder} (created at the first start, ${free} free)`,
  folderFile: (folder: string, file: string) =>
    `The data folder ${folder} cannot be used: ${file} is a file. Use another folder (MUSTER_DATA).`,
  folderFull: (folder: string, left: string, needed: string) =>
    `The disk of the data folder ${folder} has ${left} left. Free some space: Muster needs at least ${needed}.`,
  folderNoFiles: (folder: string, needed: string) =>
    `The disk of the data folder ${folder} has no room for another file. Free some space: Muster needs at least ${needed}.`,

  backupOld: (ageMs: number, everyMs: number) =>
    `The latest backup is ${describeWait(ageMs)} old, and one is due every ${describeWait(everyMs)}.`,
  backupMissing: (ageMs: number, everyMs: number) =>
    `The database is ${describeWait(ageMs)} old and has no backup, and one is due every ${describeWait(everyMs)}.`,
  backupsOff:
    'No backups are made by the schedule.\n→ Set backup_every, unless something else backs the database up.',

  databaseNew: (path: string) => `${path} (created at the first start)`,
  databaseWell: (path: string, size: string, seconds: string) =>
    `${path} (${size}, checked in ${seconds} s, writable)`,
  databaseBehind: (path: string, size: string, seconds: string, missing: number) =>
    `${path} (${size}, checked in ${seconds} s, writable; the next start runs ${migrations(missing)})`,
  databasePostgres: (version: string, host: string, missing: number, newer: number) => {
    const schema =
      missing === 0 ? 'the schema is up to date' : `the next start runs ${migrations(missing)}`;
    const more =
      newer === 0
        ? ''
        : `; it has ${migrations(newer)} of a newer version of Muster, and this version works with that schema`;
    return `PostgreSQL ${version} at ${host} (${schema}${more})`;
  },
  databaseTooNew: (version: string, host: string, unknown: number) =>
    `PostgreSQL ${version} at ${host} has ${migrations(unknown)} of a newer version of Muster, and this version cannot work with that schema.\n→ Use the newer version.`,
  databaseOnPostgres: 'The database is PostgreSQL.',

  filesEmbedded: 'embedded database',
  filesNone: 'none',
  filesPlain: 'none (plain http)',
  filesOff: 'off',
  filesCertificate: (path: string, until: string) => `${path}, valid until ${until}`,
  certificateLarge: (path: string) => `${path} is not a PEM file: it is larger than 1 MiB.`,
  certificateBroken: (path: string) =>
    `${path} is not a complete certificate in PEM form. It must contain only blocks that begin with -----BEGIN CERTIFICATE-----, with the certificate of the service first.`,
  certificateKeyBroken: (path: string) =>
    `${path} is not a complete private key in PEM form, or has a passphrase. Use one that begins with -----BEGIN PRIVATE KEY-----.`,
  certificateMismatch: (path: string, keyPath: string) =>
    `The private key in ${keyPath} does not belong to the first certificate in ${path}. Use the two files that were issued together.`,
  certificateRefused: (path: string, keyPath: string) =>
    `TLS cannot use the certificate in ${path} and its key in ${keyPath}. Use a key of RSA, P-256, P-384 or Ed25519.`,
  filesClient: (folder: string, count: number) => `${folder} (${plural(count, 'file')})`,
  filesClientFrom: (url: string) => `from ${url}`,

  /** A sentence for each reason why clients will not trust a certificate. */
  doubtsOtherHost: (host: string, names: string) =>
    `The certificate is not for ${host}, the host of the base URL, but for ${names}.`,
  doubtsEarly: (from: string) => `The certificate is not valid before ${from}.`,
  doubtsExpired: (until: string) => `The certificate expired at ${until}. Renew it.`,
  doubtsSoon: (until: string) =>
    `The certificate expires at ${until}. Check why it was not renewed.`,

  webClientNoWasm: 'no .wasm file, which all builds need except those in a single script',
  webClientNoTextures: 'no default.zip, so the game has no textures',
  webClientUnreadable: (folder: string) =>
    `The web client folder ${folder} cannot be read. Use a folder that this user can read (MUSTER_WEB_CLIENT_DIR).`,
  webClientMany: (folder: string, count: number, most: number) =>
    `The web client folder ${folder} contains ${count} files; at most ${most} are allowed. Keep only the web client in it.`,
  webClientLarge: (folder: string, mib: number, most: number) =>
    `The web client files in ${folder} take ${mib} MiB; at most ${most} MiB are allowed. Keep only the web client in the folder.`,
  webClientNoScript: (folder: string, script: string) =>
    `The web client folder ${folder} contains no ${script}, so nobody can play in the browser. Put the game's web client into it.`,

  descriptorsUnknown: 'this system does not report its limit',
  descriptorsEnough: (allowed: number) => `${allowed} can be open at once`,
  descriptorsFew: (allowed: number, wanted: number) =>
    `${allowed} can be open at once, but ${wanted} are needed for the relays (relay_limit) and everything else\n→ Raise the limit with LimitNOFILE= in the systemd unit, or with ulimit -n.`,

  diskFree: (free: string, least: number) =>
    `${free} are free on the disk of the data folder, and least_free_disk is ${least} MiB.`,
  diskLow: (free: string, least: number) =>
    `${free} are free on the disk of the data folder, less than least_free_disk (${least} MiB).\n→ Free some space.`,
  diskNoFolder: 'There is no data folder yet.',
  diskSync: (ms: string) => `A sync of 4 KiB takes ${ms} ms.`,
  diskSlow: (ms: string) =>
    `A sync of 4 KiB takes ${ms} ms. Each registration and login waits for one.\n→ Move the data folder (data) to a faster disk, not to a network drive.`,

  clockNoDatabase: 'There is no database yet.',
  clockAlone: (now: string) =>
    `It is ${now}, and the database has no timestamp to compare it with.`,
  clockWell: (now: string) => `It is ${now}, later than everything in the database.`,
  clockBehind: (now: string, waitMs: number) =>
    `It is ${now} here, ${describeWait(waitMs)} before the newest entry in the database.\n→ Set the clock, and keep it synchronised (timedatectl set-ntp true).`,

  permissionsWindows: 'Not checked on Windows, which has other permissions.',
  permissionsWell: 'Other users of this machine can read neither data nor secrets.',
  permissionsOpen: (names: string) => `Other users of this machine can read ${names}.`,

  countriesEmbedded: (date: string) => `The embedded data is from ${date}.`,
  countriesUpgrade: 'Upgrade Muster, or set a GeoLite2 file (geoip_database).',
  countriesFile: (path: string, date: string) => `${path} is from ${date}.`,
  countriesUnusable: (path: string, reason: string) =>
    `The country database ${path} cannot be used: ${reason}. Use a GeoLite2 or GeoIP2 Country or City file (.mmdb).`,
  countriesDamaged: 'it is damaged or in another format',
  countriesOtherKind: 'it is a database of another kind',
  countriesDownload: 'Download a newer one. Muster reads it when it changes.',

  listenFree: (address: string) => `${address} is free`,
  listenServed: (address: string) => `${address} is already served`,
  listenTaken: (address: string) =>
    `The port of ${address} is in use by another program. Stop that program, or use another port (MUSTER_LISTEN).`,
  listenRefused: (address: string, code: string) =>
    `Muster cannot listen on ${address} (${code}). Use an address of this machine and a port that its user may use (MUSTER_LISTEN).`,

  mailUnusable: (server: string, answer: string) =>
    `The mail server ${server} cannot be used: ${answer}. Check smtp_url (MUSTER_SMTP_URL).`,
  mailAccepts: (server: string) => `${server} accepts this service`,
  mailDevelopment:
    'emails are not sent but written to the log, with their links and codes (development)\n→ Turn it off (development = false) before real people use it.',
  mailNone: 'No email is sent.',
  mailNoDns: (code: string) => `DNS does not answer on this machine (${code}).`,
  mailUnknown: (domain: string) =>
    `DNS on this machine does not know ${domain}.\n→ Correct mail_from, unless the DNS server of this machine only answers for its own network.`,
  mailWell: (domain: string) => `${domain} has SPF and DMARC records, and a place for DKIM keys.`,
  mailMissing: (domain: string, records: readonly ('spf' | 'dmarc' | 'dkim')[]) => {
    const names = {
      spf: `SPF (a TXT record of ${domain})`,
      dmarc: `DMARC (a TXT record of _dmarc.${domain})`,
      dkim: `DKIM (no key below _domainkey.${domain})`,
    };
    const all = records.map((record) => names[record]).join(', no ');
    return `${domain} has no ${all}, so emails may be marked as spam.\n→ Publish the records that your mail provider gives you for this domain.`;
  },

  mirrorLists: (url: string, servers: number) => `${url} lists ${plural(servers, 'server')}.`,
  mirrorFailed: (sentence: string) =>
    `${sentence}\n→ Correct mirrors, or tell the operator of that site.`,
  mirrorSaid: (url: string, what: string) => `${url} (mirrors) ${what}.`,
  mirrorLate: (seconds: number) => `did not answer within ${seconds} s`,
  mirrorUnreadable: (code: string) => `cannot be read (${code})`,
  mirrorStatus: (status: number) => `answered with status ${status}`,
  mirrorTooLong: 'answered with more than 8 MiB',
  mirrorNoList: 'answered with something that is no server list',
  mirrorDamaged: 'answered with damaged gzip',

  serviceSilent:
    'The service does not answer.\n→ Start it. muster check shows what would keep it from starting.',
  serviceStranger: (status: number) =>
    `Another program answers at the address in listen (${status}).`,
  serviceReady: 'The service answers and is ready.',
  serviceProblems: (problems: string) => `${problems}\n→ The log shows more.`,

  baseUrlMissing:
    'base_url is not set, so only this machine can use the service.\n→ Set base_url to the address that people open, such as https://play.example.net.',
  baseUrlAddress: (url: string) => `${url} is an address, which needs no DNS.`,
  baseUrlResolved: (url: string, host: string, addresses: string) =>
    `${url}: ${host} has ${addresses}`,
  baseUrlUnresolved: (host: string, code: string) =>
    `${host} of base_url does not resolve on this machine (${code}).\n→ Give ${host} an A record with the public IPv4 address of this machine or its proxy, or correct base_url.`,

  mcGalaxyNoBaseUrl: 'base_url is not set.',
  mcGalaxyName: (host: string) =>
    `MCGalaxy rejects a hyphen or an underscore in the host (${host}) and silently sends its heartbeats, with the salt, to the original site.\n→ Use a name without them in MCGalaxy’s HeartbeatURL, and add it at least to extra_hosts.`,
  mcGalaxyAddress: 'base_url contains an IP address, which MCGalaxy uses unchanged.',
  mcGalaxyUnresolved: (host: string, code: string) =>
    `${host} does not resolve on this machine (${code}).`,
  mcGalaxyNoIpv4: (host: string) =>
    `${host} has no IPv4 address. Servers are listed by their IPv4 address, so heartbeats over IPv6 are refused.\n→ Give ${host} an A record.`,
  mcGalaxyWell: (host: string) =>
    `${host} has only IPv4 addresses, so heartbeats arrive over IPv4.`,
  mcGalaxyPort: (host: string, ipv6: string, ipv4: string) =>
    `${host} also has an IPv6 address (${ipv6}), so MCGalaxy sends its heartbeats to port 80 of ${ipv4}, whatever the port in the URL.\n→ Remove the AAAA record of ${host}, or serve port 80, or https.`,
  mcGalaxyIpv6: (host: string, ipv6: string) =>
    `${host} also has an IPv6 address (${ipv6}), and heartbeats over IPv6 are refused.\n→ Remove the AAAA record of ${host} unless no game server uses it.`,

  reachNoPort: 'listen has port 0.\n→ Set a port.',
  reachStopped: 'The service is not running.\n→ Start it, then run muster doctor again.',
  reachNoKey:
    'service.key in the data folder cannot be read, so nothing distinguishes this service from another one.\n→ Run muster doctor as the user of the service, with its settings (--config or --data).',
  reachNoTls: (url: string, code: string) =>
    `${url} does not speak TLS (${code}).\n→ Give the service a certificate (tls_cert, tls_key), put a proxy that has one in front of it, or start base_url with http://.`,
  reachSilent: (url: string, code: string) =>
    `${url} cannot be reached from this machine (${code}).\n→ Check proxy, firewall and port forwarding. Some routers do not let a machine reach its own public address. If so, test it from elsewhere.`,
  reachRedirect: (url: string, target: string, server: string) =>
    `${url} redirects to ${target}${server}.\n→ Set base_url to the address it redirects to: game servers and launchers lose redirected requests.`,
  reachProxyAlone: (url: string, server: string, status: number) =>
    `A proxy answers at ${url}${server} but does not reach the service: status ${status}.\n→ Make it forward requests to the address in listen.`,
  reachStranger: (url: string, server: string, status: number) =>
    `Another program answers at ${url}${server}: status ${status}, without proof that it is this service.\n→ Point the name, the port forwarding or the proxy to the address in listen. If another service was started on the same data folder since, restart this one.`,
  reachNot: (why: string) => `The service cannot be reached at base_url: ${why}`,
  reachOtherHost: (url: string, host: string) =>
    `${url} reaches this service, but the Host header arrives as ${host}, so every request is refused.\n→ Make the proxy keep it (nginx: proxy_set_header Host $http_host;), or add that host to extra_hosts.`,
  reachOtherScheme: (url: string, scheme: string) =>
    `${url} reaches this service, but the proxy reports the scheme ${scheme}.\n→ Use the scheme that clients use in base_url, http or https.`,
  reachWell: (url: string, version: string) => `${url} reaches this service (${version}).`,

  proxyNone: 'There is no proxy in between: requests arrive directly from clients.',
  proxyNoHeader: (address: string) =>
    `Requests come through ${address} without X-Forwarded-For, so everybody seems to have that address.\n→ Make the proxy add it (nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;), and add its address to trusted_proxies.`,
  proxyUntrusted: (address: string, all: string) =>
    `Requests come through the proxy ${address}, which is not trusted. Everybody seems to have its address, and heartbeats, logins and relays are refused.\n→ Set trusted_proxies = [${all}].`,
  proxyWell: (address: string, client: string) =>
    `Requests come through ${address}, which is trusted. This one was seen as coming from ${client}.`,

  webSocketWell: 'WebSockets work.',
  webSocketLost: `WebSockets do not work: the Upgrade header is lost on the way. Nobody can play in the browser through the relay.\n→ ${WEB_SOCKET_ADVICE}`,
  webSocketAnswered: (status: number) =>
    `WebSockets do not work: the answer is ${status}. Nobody can play in the browser through the relay.\n→ ${WEB_SOCKET_ADVICE}`,
  webSocketFailed: (code: string) => `WebSockets do not work (${code}).\n→ ${WEB_SOCKET_ADVICE}`,

  tlsPlain: (url: string) =>
    `${url} is plain http: passwords cross the network unencrypted.\n→ Give the service a certificate (tls_cert, tls_key), or put a proxy that has one in front.`,
  tlsRefused: (url: string, code: string) => `${url} does not accept a TLS connection (${code}).`,
  tlsNoCertificate: (url: string) => `${url} shows no certificate.`,
  tlsUntrusted: (url: string, problem: string) =>
    `Clients do not trust the certificate at ${url}: ${CHAIN[problem] ?? problem}.\n→ ${WHOLE_CHAIN}`,
  tlsNoTls12: (url: string) =>
    `${url} does not accept TLS 1.2, the newest version that the launcher supports.\n→ Allow it (nginx: ssl_protocols TLSv1.2 TLSv1.3;).`,
  tlsOld: (url: string) =>
    `${url} accepts TLS 1.1 and older.\n→ Allow only TLS 1.2 and 1.3 (nginx: ssl_protocols TLSv1.2 TLSv1.3;).`,
  tlsWell: (url: string, day: string, version: string) =>
    `The certificate at ${url} is valid until ${day}. The connection used ${version}, and TLS 1.2 is accepted.`,

  plainHttpNoMatter: 'Only matters with https on port 443.',
  plainHttpAnswers: (status: number) =>
    `Port 80 answers with status ${status} and does not redirect.`,
  plainHttpRedirects: (status: number) =>
    `Port 80 redirects to https (${status}): game servers and older launchers lose a redirected heartbeat or login.\n→ Serve plain http too instead of redirecting it. See deploy/nginx.conf and deploy/Caddyfile.`,
  plainHttpSilent: 'Nothing answers on port 80.',

  portCheckOff: 'port_check is off.',
  portCheckBroken: (isOpenSeen: boolean) =>
    `The port check on this machine does not work: it found ${isOpenSeen ? 'a closed port open' : 'an open port closed'}.\n→ Allow the service to make TCP connections (firewall, IPAddressDeny= of the unit), or turn the check off with port_check = false.`,
  portCheckWell: 'The port check works on this machine.',
  portCheckOpen: (ip: string, port: number) =>
    `The port check works on this machine; ${ip} port ${port} of base_url is open from here.`,
  portCheckClosed: (ip: string, port: number) =>
    `The port check works on this machine, but ${ip} port ${port} of base_url is not open from here.\n→ Game servers behind the same address cannot be checked then. Add them to port_check_exempt.`,

  noContact:
    'No contact is named, so pages cannot say where to ask you.\n→ Set contact_email or contact_url.',
  noLauncher:
    'No launcher is named, so /start/ tells new players to ask you where to get it.\n→ Set launcher_url, or name it at /admin/site/.',
} as const;

/** What `muster check`, `muster doctor`, a start and a reload warn of. */
export const settingWarnings = {
  hyphen: (host: string) =>
    `base_url: MCGalaxy rejects a hyphen or an underscore in the host (${host}). It then silently sends its heartbeats, with the salt, to the original site.`,
  bareAddress: 'base_url: the launcher does not accept https with a bare address. Use a host name.',
  otherPort: (host: string) =>
    `base_url: if ${host} also has an IPv6 address, MCGalaxy sends its heartbeats to port 80 of the IPv4 address, whatever the port in the URL.`,
  noRelay:
    'relay: it is off, and an https page can only reach game servers through it, so nobody can play in the browser.',
  longHost: (host: string, length: number, longest: number) =>
    `base_url: the web client accepts at most 64 characters for an address with the host, the IP address and the port. ${host} has ${length}, so servers with a long address cannot be played in the browser. A host of ${longest} always fits.`,
  plainClient:
    'web_client_url: browsers do not load http content in an https page. Use its https address.',
  noServer: 'mail_from: no mail server is set (smtp_url), so no email is sent.',
  openPassword:
    'smtp_url: an attacker between Muster and the mail server could turn TLS off and read the password. Add ?requireTLS=true at its end, or use smtps://.',
  openMetrics:
    'metrics_listen: anyone who reaches that port can read the metrics. Set metrics_token, or close the port to others.',
  noProxy:
    'trusted_proxies: the base URL is https and no proxy is trusted, so all heartbeats seem to come from the proxy that terminates TLS. Add its address.',
  allProxies:
    'trusted_proxies: a range of all addresses lets every client choose the address that Muster sees.',
  noVerification:
    'verification: accounts are verified by email, but no mail server is set (smtp_url), so they wait for an administrator.',
  noCode:
    'new_device_code: no mail server is set (smtp_url), so no code can be emailed and nobody is asked for one.',
  short:
    'stale_after: game servers send a heartbeat every 10 to 60 s, so some will keep leaving the list and coming back.',
} as const;
