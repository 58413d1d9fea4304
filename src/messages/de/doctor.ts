// Every sentence of what the checks of the installation find, for the page that shows them.

import { plural } from '../../lib/text.ts';
import type * as english from '../en/doctor.ts';
import type { Translation } from '../translation.ts';
import { formatWait } from './formats.ts';

const WEB_SOCKET_ADVICE =
  'Lass den Proxy ihn weitergeben (nginx: proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection "upgrade";). Siehe deploy/nginx.conf.';
/** By OpenSSL’s name of the problem. */
const CHAIN: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Es ist selbst signiert',
  SELF_SIGNED_CERT_IN_CHAIN: 'Sein Aussteller ist nicht bekannt',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Das Zwischenzertifikat fehlt',
  UNABLE_TO_GET_ISSUER_CERT: 'Das Zwischenzertifikat fehlt',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'Sein Aussteller ist nicht bekannt, oder das Zwischenzertifikat fehlt',
  CERT_HAS_EXPIRED: 'Es ist abgelaufen',
  CERT_NOT_YET_VALID: 'Es ist noch nicht gültig',
};
const CHAIN_ADVICE: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'Erneuere es und prüfe, warum das nicht von selbst geschehen ist.',
  CERT_NOT_YET_VALID: 'Prüfe die Uhr dieses Rechners und das Zertifikat.',
};
const WHOLE_CHAIN =
  'Nimm die Datei mit der ganzen Kette (fullchain.pem) eines Zertifikats von einer öffentlichen Zertifizierungsstelle.';
const migrations = (count: number) => plural(count, 'Migration', 'Migrationen');
/** A number that was written in English, such as `5.0 GiB`. */
const number = (text: string) => text.replace('.', ',');
const cause = (code: string) => (code === 'unknown error' ? 'unbekannter Fehler' : code);

export const doctorFindings: Translation<typeof english.doctorFindings> = {
  settings: {
    none: 'keine Datei',
    startedWith: (keys) => `der Dienst wurde mit ${keys} gestartet`,
    problem: (problem) =>
      `„muster check“ meldet: ${problem}\n→ „muster config print“ zeigt jede Einstellung und woher sie kommt.`,
    hidden: (keys) =>
      `Diese Geheimnisse kennt nur der laufende Dienst: ${keys}.\n→ Führe „muster doctor“ mit den Optionen oder Variablen des Dienstes aus.`,
    broken: (keys) => `Diese Einstellungen sind unbrauchbar: ${keys}.`,
  },
  quote: (sentence) => `„muster doctor“ meldet: ${sentence}`,
  late: (seconds) => `Das hat länger als ${seconds} s gedauert.`,

  folder: {
    free: (folder, free) => `${folder} (${number(free)} frei)`,
    freeWhenMade: (folder, free) =>
      `${folder} (wird beim ersten Start angelegt, ${number(free)} frei)`,
    file: (folder, file) =>
      `Der Datenordner ${folder} ist unbrauchbar: ${file} ist eine Datei. Nimm einen anderen Ordner (MUSTER_DATA).`,
    full: (folder, left, needed) =>
      `Auf dem Datenträger des Datenordners ${folder} sind nur noch ${number(left)} frei. Schaffe Platz: Muster braucht mindestens ${needed}.`,
    noFiles: (folder, needed) =>
      `Der Datenträger des Datenordners ${folder} nimmt keine weitere Datei auf. Schaffe Platz: Muster braucht mindestens ${needed}.`,
  },

  backups: {
    off: 'Es gibt keine regelmäßigen Sicherungen.\n→ Setze backup_every, es sei denn, die Datenbank wird anders gesichert.',
  },

  database: {
    new: (path) => `${path} (wird beim ersten Start angelegt)`,
    well: (path, size, seconds) =>
      `${path} (${number(size)}, in ${number(seconds)} s geprüft, beschreibbar)`,
    behind: (path, size, seconds, missing) =>
      `${path} (${number(size)}, in ${number(seconds)} s geprüft, beschreibbar; beim nächsten Start: ${migrations(missing)})`,
    postgres: (version, host, missing, newer) => {
      const schema =
        missing === 0 ? 'das Schema ist aktuell' : `beim nächsten Start: ${migrations(missing)}`;
      const more =
        newer === 0
          ? ''
          : `; ${migrations(newer)} von einem neueren Muster, mit denen diese Version zurechtkommt`;
      return `PostgreSQL ${version} auf ${host} (${schema}${more})`;
    },
    tooNew: (version, host, unknown) =>
      `PostgreSQL ${version} auf ${host} hat schon ${migrations(unknown)} von einem neueren Muster, mit denen diese Version nicht zurechtkommt.\n→ Nimm jene Version oder eine neuere.`,
    onPostgres: 'Die Datenbank ist PostgreSQL.',
  },

  files: {
    embedded: 'eingebaute Datenbank',
    none: 'nicht eingerichtet',
    plain: 'keins (HTTP ohne TLS)',
    off: 'aus',
    certificate: (path, until) => `${path}, gültig bis ${until}`,
    client: (folder, count) => `${folder} (${plural(count, 'Datei', 'Dateien')})`,
    clientFrom: (url) => `von ${url}`,
  },

  doubts: {
    otherHost: (host) => `Das Zertifikat gilt nicht für ${host}, den Host der Basis-URL.`,
    early: (from) => `Das Zertifikat gilt erst ab ${from}.`,
    expired: (until) => `Das Zertifikat ist am ${until} abgelaufen. Erneuere es.`,
    soon: (until) => `Das Zertifikat läuft am ${until} ab. Prüfe, warum es nicht erneuert wurde.`,
  },

  webClient: {
    noWasm: 'keine .wasm-Datei, die fast jede Ausgabe braucht, außer sie ist ein einziges Skript',
    noTextures: 'keine default.zip, dem Spiel fehlen also die Texturen',
    unreadable: (folder) =>
      `Der Ordner ${folder} mit dem Browserspiel ist nicht lesbar. Nimm einen, den dieser Benutzer lesen kann (MUSTER_WEB_CLIENT_DIR).`,
    many: (folder, count, most) =>
      `Der Ordner ${folder} mit dem Browserspiel enthält ${count} Dateien. Erlaubt sind höchstens ${most}. Lass nur das Browserspiel darin.`,
    large: (folder, mib, most) =>
      `Das Browserspiel in ${folder} hat ${mib} MiB. Erlaubt sind höchstens ${most} MiB. Lass nur das Browserspiel im Ordner.`,
    noScript: (folder, script) =>
      `Im Ordner ${folder} mit dem Browserspiel fehlt ${script}, deshalb kann niemand im Browser spielen. Leg das Browserspiel hinein.`,
  },

  descriptors: {
    unknown: 'Das System nennt seine Grenze nicht.',
    enough: (allowed) => `${allowed} können gleichzeitig offen sein.`,
    few: (allowed, wanted) =>
      `${allowed} können gleichzeitig offen sein, aber die Relays (relay_limit) und alles andere brauchen ${wanted}.\n→ Erhöhe die Grenze mit LimitNOFILE= in der Unit von systemd oder mit ulimit -n.`,
  },

  disk: {
    free: (free, least) =>
      `Auf dem Datenträger des Datenordners sind ${number(free)} frei, und least_free_disk ist ${least} MiB.`,
    freeSome: 'Schaffe Platz.',
    noFolder: 'Es gibt noch keinen Datenordner.',
    sync: (ms) => `4 KiB dauerhaft zu schreiben dauert ${number(ms)} ms.`,
    slow: (ms) =>
      `4 KiB dauerhaft zu schreiben dauert ${number(ms)} ms. Jede Registrierung und jede Anmeldung wartet einmal darauf.\n→ Leg den Datenordner (data) auf einen schnelleren Datenträger, nicht auf ein Netzlaufwerk.`,
  },

  clock: {
    noDatabase: 'Es gibt noch keine Datenbank.',
    alone: (now) => `Es ist ${now}. Die Datenbank enthält keine Zeit zum Vergleichen.`,
    well: (now) => `Es ist ${now}, später als alles in der Datenbank.`,
    behind: (now, waitMs) =>
      `Hier ist es ${now}. Der neueste Eintrag der Datenbank wäre erst in ${formatWait(waitMs)}.\n→ Stell die Uhr und lass sie automatisch stellen (timedatectl set-ntp true).`,
  },

  permissions: {
    windows: 'Unter Windows nicht geprüft, denn dort gibt es andere Zugriffsrechte.',
    well: 'Andere Benutzer dieses Rechners können weder Daten noch Geheimnisse lesen.',
    open: (names) => `Andere Benutzer dieses Rechners können das lesen: ${names}.`,
  },

  countries: {
    embedded: (date) => `Die eingebauten Daten sind vom ${date}.`,
    upgrade: 'Aktualisiere Muster oder gib eine GeoLite2-Datei an (geoip_database).',
    file: (path, date) => `${path} ist vom ${date}.`,
    unusable: (path, reason) =>
      `Die Länderdatenbank ${path} ist unbrauchbar: ${reason}. Nimm eine Country- oder City-Datei von GeoLite2 oder GeoIP2 (.mmdb).`,
    damaged: 'Sie ist beschädigt oder in einem anderen Format',
    otherKind: 'Sie ist eine Datenbank anderer Art',
    download: 'Lade eine neuere herunter. Muster liest sie, sobald sie sich ändert.',
  },

  listen: {
    free: (address) => `${address} ist frei.`,
    served: (address) => `${address} wird schon bedient.`,
    taken: (address) =>
      `Ein anderes Programm benutzt den Port von ${address}. Beende es oder nimm einen anderen Port (MUSTER_LISTEN).`,
    refused: (address, code) =>
      `Muster kann unter ${address} keine Verbindungen annehmen (${cause(code)}). Nimm eine Adresse dieses Rechners und einen Port, den der Benutzer des Dienstes benutzen darf (MUSTER_LISTEN).`,
  },

  mail: {
    unusable: (server, answer) =>
      `Der Mailserver ${server} ist unbrauchbar: ${answer}. Prüfe smtp_url (MUSTER_SMTP_URL).`,
    accepts: (server) => `${server} nimmt Muster an.`,
    development:
      'E-Mails werden nicht verschickt, sondern mit Links und Codes ins Log geschrieben (development).\n→ Schalte das ab (development = false), bevor echte Leute die Website benutzen.',
    none: 'Es werden keine E-Mails verschickt.',
    noDns: (code) => `Das DNS antwortet auf diesem Rechner nicht (${cause(code)}).`,
    unknown: (domain) =>
      `Das DNS dieses Rechners kennt ${domain} nicht.\n→ Korrigiere mail_from, es sei denn, der DNS-Server dieses Rechners antwortet nur für das eigene Netz.`,
    well: (domain) =>
      `${domain} hat Einträge für SPF und DMARC und einen Platz für Schlüssel von DKIM.`,
    missing: (domain, records) => {
      const names = {
        spf: `SPF (TXT-Eintrag von ${domain})`,
        dmarc: `DMARC (TXT-Eintrag von _dmarc.${domain})`,
        dkim: `DKIM (Schlüssel unter _domainkey.${domain})`,
      };
      const all = records.map((record) => names[record]).join(', ');
      return `Bei ${domain} fehlt: ${all}. E-Mails können deshalb als Spam gelten.\n→ Veröffentliche die Einträge, die dein Mailanbieter dir für diese Domain gibt.`;
    },
  },

  mirror: {
    lists: (url, servers) => `${url} listet ${plural(servers, 'Server', 'Server')}.`,
    failed: (sentence) =>
      `${sentence}\n→ Korrigiere mirrors oder sag dem Betreiber jener Website Bescheid.`,
    said: (url, what) => `${url} (mirrors) ${what}.`,
    late: (seconds) => `hat nicht innerhalb von ${seconds} s geantwortet`,
    unreadable: (code) => `ist nicht lesbar (${cause(code)})`,
    status: (status) => `hat mit Status ${status} geantwortet`,
    tooLong: 'hat mit mehr als 8 MiB geantwortet',
    noList: 'hat mit etwas geantwortet, das keine Serverliste ist',
    damaged: 'hat mit beschädigtem gzip geantwortet',
  },

  service: {
    silent:
      'Der Dienst antwortet nicht.\n→ Starte ihn. „muster check“ zeigt, was ihn am Starten hindern würde.',
    stranger: (status) => `Unter der Adresse in listen antwortet ein anderes Programm (${status}).`,
    ready: 'Der Dienst antwortet und ist bereit.',
    problems: (problems) => `Der Dienst meldet: ${problems}\n→ Im Log steht mehr.`,
  },

  baseUrl: {
    missing:
      'base_url ist nicht gesetzt. Nur dieser Rechner kann den Dienst benutzen.\n→ Setze base_url auf die Adresse, die Leute öffnen, wie https://play.example.net.',
    address: (url) => `${url} ist eine IP-Adresse und braucht kein DNS.`,
    resolved: (url, host, addresses) => `${url}: ${host} hat ${addresses}`,
    unresolved: (host, code) =>
      `Der Name ${host} aus base_url hat auf diesem Rechner keine Adresse (${cause(code)}).\n→ Gib ${host} einen A-Eintrag mit der öffentlichen IPv4-Adresse dieses Rechners oder seines Proxys, oder korrigiere base_url.`,
  },

  mcGalaxy: {
    noBaseUrl: 'base_url ist nicht gesetzt.',
    name: (host) =>
      `MCGalaxy nimmt keinen Host mit Bindestrich oder Unterstrich an (${host}) und schickt seine Heartbeats samt Salt ohne Hinweis an die ursprüngliche Website.\n→ Trag in MCGalaxy unter HeartbeatURL einen Namen ohne diese Zeichen ein und hier denselben, wenigstens in extra_hosts.`,
    address: 'base_url enthält eine IP-Adresse. MCGalaxy benutzt sie unverändert.',
    unresolved: (host, code) =>
      `Der Name ${host} hat auf diesem Rechner keine Adresse (${cause(code)}).`,
    noIpv4: (host) =>
      `${host} hat keine IPv4-Adresse. Server werden mit ihrer IPv4-Adresse gelistet, deshalb werden Heartbeats über IPv6 abgelehnt.\n→ Gib ${host} einen A-Eintrag.`,
    well: (host) => `${host} hat nur IPv4-Adressen, also kommen Heartbeats über IPv4.`,
    port: (host, ipv6, ipv4) =>
      `${host} hat auch eine IPv6-Adresse (${ipv6}). MCGalaxy schickt seine Heartbeats deshalb an Port 80 von ${ipv4}, egal welcher Port in der URL steht.\n→ Entferne den AAAA-Eintrag von ${host} oder biete Port 80 oder https an.`,
    ipv6: (host, ipv6) =>
      `${host} hat auch eine IPv6-Adresse (${ipv6}), und Heartbeats über IPv6 werden abgelehnt.\n→ Entferne den AAAA-Eintrag von ${host}, es sei denn, kein Gameserver benutzt diesen Namen.`,
  },

  reach: {
    noPort: 'listen hat den Port 0.\n→ Setze einen Port.',
    stopped: 'Der Dienst läuft nicht.\n→ Starte ihn und prüfe dann noch einmal.',
    noKey:
      'service.key im Datenordner ist nicht lesbar. Dieser Dienst lässt sich deshalb nicht von einem anderen unterscheiden.\n→ Führe „muster doctor“ als Benutzer des Dienstes aus, mit dessen Einstellungen (--config oder --data).',
    noTls: (url, code) =>
      `${url} spricht kein TLS (${cause(code)}).\n→ Gib dem Dienst ein Zertifikat (tls_cert, tls_key), setze einen Proxy mit Zertifikat davor oder ersetze in base_url https:// durch http://.`,
    silent: (url, code) =>
      `${url} ist von diesem Rechner aus nicht erreichbar (${cause(code)}).\n→ Prüfe Proxy, Firewall und Portweiterleitung. Manche Router lassen einen Rechner nicht an seine eigene öffentliche Adresse. Teste es dann von anderswo.`,
    redirect: (url, target, server) =>
      `${url} leitet Anfragen weiter zu ${target}${server}.\n→ Setze base_url auf das Ziel: Bei Gameservern und Launchern gehen weitergeleitete Anfragen verloren.`,
    proxyAlone: (url, server, status) =>
      `Ein Proxy antwortet unter ${url}${server}, erreicht aber den Dienst nicht: Status ${status}.\n→ Lass ihn Anfragen an die Adresse in listen weiterleiten.`,
    stranger: (url, server, status) =>
      `Ein anderes Programm antwortet unter ${url}${server}: Status ${status}, ohne Nachweis, dass es dieser Dienst ist.\n→ Richte den Namen, die Portweiterleitung oder den Proxy auf die Adresse in listen. Wenn inzwischen ein anderer Dienst mit demselben Datenordner gestartet wurde, starte diesen neu.`,
    not: (why) => `Der Dienst ist unter base_url nicht erreichbar: ${why}`,
    otherHost: (url, host) =>
      `${url} erreicht diesen Dienst, aber im Header Host steht ${host === 'nothing' ? 'nichts' : host}. Deshalb wird jede Anfrage abgelehnt.\n→ Lass den Proxy den Header unverändert weitergeben (nginx: proxy_set_header Host $http_host;) oder trag diesen Host in extra_hosts ein.`,
    otherScheme: (url, scheme) =>
      `${url} erreicht diesen Dienst, aber der Proxy meldet das Schema ${scheme}.\n→ Nimm in base_url das Schema, das auch Clients benutzen, http oder https.`,
    well: (url, version) => `${url} erreicht diesen Dienst (${version}).`,
  },

  proxy: {
    none: 'Es ist kein Proxy dazwischen: Anfragen kommen direkt von den Clients.',
    noHeader: (address) =>
      `Anfragen kommen über ${address} ohne X-Forwarded-For, deshalb scheinen alle diese Adresse zu haben.\n→ Lass den Proxy den Header hinzufügen (nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;) und trag seine Adresse in trusted_proxies ein.`,
    untrusted: (address, all) =>
      `Anfragen kommen über den Proxy ${address}, dem nicht vertraut wird. Alle scheinen seine Adresse zu haben, und Heartbeats, Anmeldungen und Relays werden abgelehnt.\n→ Setze trusted_proxies = [${all}].`,
    well: (address, client) =>
      `Anfragen kommen über ${address}, und diesem Proxy wird vertraut. Diese hier kam anscheinend von ${client}.`,
  },

  webSocket: {
    well: 'WebSockets funktionieren.',
    lost: `WebSockets funktionieren nicht: Der Header Upgrade geht unterwegs verloren. Über das Relay kann niemand im Browser spielen.\n→ ${WEB_SOCKET_ADVICE}`,
    answered: (status) =>
      `WebSockets funktionieren nicht: Die Antwort ist ${status}. Über das Relay kann niemand im Browser spielen.\n→ ${WEB_SOCKET_ADVICE}`,
    failed: (code) => `WebSockets funktionieren nicht (${cause(code)}).\n→ ${WEB_SOCKET_ADVICE}`,
  },

  tls: {
    plain: (url) =>
      `${url} ist HTTP ohne TLS: Passwörter gehen unverschlüsselt durchs Netz.\n→ Gib dem Dienst ein Zertifikat (tls_cert, tls_key) oder setze einen Proxy mit Zertifikat davor.`,
    refused: (url, code) => `${url} nimmt keine TLS-Verbindung an (${cause(code)}).`,
    noCertificate: (url) => `${url} zeigt kein Zertifikat.`,
    otherHost: (url, host, names) =>
      `Das Zertifikat unter ${url} gilt nicht für ${host}, sondern für ${names}.\n→ Nimm eins, das für den Host von base_url ausgestellt ist.`,
    untrusted: (url, problem) =>
      `Clients vertrauen dem Zertifikat unter ${url} nicht: ${CHAIN[problem] ?? problem}.\n→ ${CHAIN_ADVICE[problem] ?? WHOLE_CHAIN}`,
    noTls12: (url) =>
      `${url} nimmt TLS 1.2 nicht an, die neueste Version, die der Launcher beherrscht.\n→ Erlaube es (nginx: ssl_protocols TLSv1.2 TLSv1.3;).`,
    soon: (url, day) =>
      `Das Zertifikat unter ${url} läuft am ${day} ab.\n→ Prüfe, warum es nicht erneuert wurde.`,
    old: (url) =>
      `${url} nimmt TLS 1.1 und älter an.\n→ Erlaube nur TLS 1.2 und 1.3 (nginx: ssl_protocols TLSv1.2 TLSv1.3;).`,
    well: (url, day, version) =>
      `Das Zertifikat unter ${url} gilt bis ${day}. Die Verbindung lief über ${version}, und TLS 1.2 wird angenommen.`,
  },

  plainHttp: {
    noMatter: 'Das betrifft nur https auf Port 443.',
    answers: (status) => `Port 80 antwortet mit Status ${status} und leitet nicht weiter.`,
    redirects: (status) =>
      `Port 80 leitet weiter zu https (${status}): Bei Gameservern und älteren Launchern gehen weitergeleitete Heartbeats oder Anmeldungen verloren.\n→ Biete auch HTTP ohne TLS an, statt weiterzuleiten. Siehe deploy/nginx.conf und deploy/Caddyfile.`,
    silent: 'Auf Port 80 antwortet nichts.',
  },

  portCheck: {
    off: 'port_check ist ausgeschaltet.',
    broken: (isOpenSeen) =>
      `Die Portprüfung funktioniert auf diesem Rechner nicht: Sie hielt ${isOpenSeen ? 'einen geschlossenen Port für offen' : 'einen offenen Port für geschlossen'}.\n→ Erlaube dem Dienst TCP-Verbindungen (Firewall, IPAddressDeny= der Unit) oder schalte die Prüfung mit port_check = false aus.`,
    well: 'Die Portprüfung funktioniert auf diesem Rechner.',
    open: (ip, port) =>
      `Die Portprüfung funktioniert auf diesem Rechner; ${ip} Port ${port} von base_url ist von hier aus offen.`,
    closed: (ip, port) =>
      `Die Portprüfung funktioniert auf diesem Rechner, aber ${ip} Port ${port} von base_url ist von hier aus nicht offen.\n→ Gameserver hinter derselben Adresse lassen sich dann nicht prüfen. Trag sie in port_check_exempt ein.`,
  },

  noContact:
    'Es ist kein Kontakt angegeben. Seiten können also nicht sagen, wo man dich erreicht.\n→ Setze contact_email oder contact_url.',
  noLauncher:
    'Es ist kein Launcher angegeben. Auf /start/ steht deshalb für neue Spieler, dass sie dich danach fragen sollen.\n→ Setze launcher_url oder trag ihn unter /admin/site/ ein.',
};

export const settingWarnings: Translation<typeof english.settingWarnings> = {
  hyphen: (host) =>
    `base_url: MCGalaxy nimmt keinen Host mit Bindestrich oder Unterstrich an (${host}). Es schickt seine Heartbeats samt Salt dann ohne Hinweis an die ursprüngliche Website.`,
  bareAddress:
    'base_url: Der Launcher nimmt https mit einer bloßen IP-Adresse nicht an. Nimm einen Hostnamen.',
  otherPort: (host) =>
    `base_url: Wenn ${host} auch eine IPv6-Adresse hat, schickt MCGalaxy seine Heartbeats an Port 80 der IPv4-Adresse, egal welcher Port in der URL steht.`,
  noRelay:
    'relay: Das Relay ist aus, und eine https-Seite erreicht Gameserver nur darüber. Niemand kann also im Browser spielen.',
  longHost: (host, length, longest) =>
    `base_url: Eine Adresse mit Host, IP-Adresse und Port darf im Browserspiel höchstens 64 Zeichen haben. ${host} hat ${length}, deshalb sind Server mit langer Adresse im Browser nicht spielbar. Ein Host mit ${longest} passt immer.`,
  plainClient:
    'web_client_url: Browser laden in einer https-Seite nichts über http. Nimm die https-Adresse.',
  noServer:
    'mail_from: Es ist kein Mailserver gesetzt (smtp_url), deshalb werden keine E-Mails verschickt.',
  openPassword:
    'smtp_url: Ein Angreifer zwischen Muster und dem Mailserver könnte TLS abschalten und das Passwort lesen. Häng ?requireTLS=true an oder nimm smtps://.',
  openMetrics:
    'metrics_listen: Wer diesen Port erreicht, kann die Metriken lesen. Setze metrics_token oder sperre den Port für andere.',
  noProxy:
    'trusted_proxies: Die Basis-URL ist https, und keinem Proxy wird vertraut. Alle Heartbeats scheinen also von dem Proxy zu kommen, bei dem TLS endet. Trag seine Adresse ein.',
  allProxies:
    'trusted_proxies: Mit einem Bereich aller Adressen kann sich jeder Client aussuchen, welche Adresse Muster sieht.',
  noVerification:
    'verification: Konten werden per E-Mail freigeschaltet, aber es ist kein Mailserver gesetzt (smtp_url). Sie warten also auf einen Administrator.',
  noCode:
    'new_device_code: Es ist kein Mailserver gesetzt (smtp_url). Es kann also kein Code verschickt werden, und niemand wird nach einem gefragt.',
  short:
    'stale_after: Gameserver schicken alle 10 bis 60 s einen Heartbeat. Manche werden deshalb immer wieder aus der Liste verschwinden und zurückkommen.',
};
