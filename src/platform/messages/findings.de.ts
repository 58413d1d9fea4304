// Every sentence of what the checks of the installation find, for the page that shows them.

import { plural } from '../lib/text.ts';
import type * as english from './findings.en.ts';
import { formatWait } from './formats.de.ts';
import type { Translation } from './translation.ts';

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
  CERT_HAS_EXPIRED: 'Ein Zertifikat seiner Kette ist abgelaufen',
};
const WHOLE_CHAIN =
  'Nimm die Datei mit der ganzen Kette (fullchain.pem) eines Zertifikats von einer öffentlichen Zertifizierungsstelle.';
const migrations = (count: number) => plural(count, 'Migration', 'Migrationen');
/** A number that was written in English, such as `5.0 GiB`. */
const number = (text: string) => text.replace('.', ',');
const cause = (code: string) => (code === 'unknown error' ? 'unbekannter Fehler' : code);

export const doctorFindings: Translation<typeof english.doctorFindings> = {
  settingsNone: 'keine Datei',
  settingsStartedWith: (keys) => `der Dienst wurde mit ${keys} gestartet`,
  settingsProblem: (problem) =>
    `„muster check“ meldet: ${problem}\n→ „muster config print“ zeigt jede Einstellung und woher sie kommt.`,
  settingsHidden: (keys) =>
    `Diese Geheimnisse kennt nur der laufende Dienst: ${keys}.\n→ Führe „muster doctor“ mit den Optionen oder Variablen des Dienstes aus.`,
  settingsBroken: (keys) => `Diese Einstellungen sind unbrauchbar: ${keys}.`,
  quote: (sentence) => `„muster doctor“ meldet: ${sentence}`,
  late: (seconds) => `Das hat länger als ${seconds} s gedauert.`,

  folderFree: (folder, free) => `${folder} (${number(free)} frei)`,
  folderFreeWhenMade: (folder, free) =>
    `${folder} (wird beim ersten Start angelegt, ${number(free)} frei)`,
  folderFile: (folder, file) =>
    `Der Datenordner ${folder} ist unbrauchbar: ${file} ist eine Datei. Nimm einen anderen Ordner (MUSTER_DATA).`,
  folderFull: (folder, left, needed) =>
    `Auf dem Datenträger des Datenordners ${folder} sind nur noch ${number(left)} frei. Schaffe Platz: Muster braucht mindestens ${needed}.`,
  folderNoFiles: (folder, needed) =>
    `Der Datenträger des Datenordners ${folder} nimmt keine weitere Datei auf. Schaffe Platz: Muster braucht mindestens ${needed}.`,

  backupOld: (ageMs, everyMs) =>
    `Die letzte Sicherung ist vor ${formatWait(ageMs)} entstanden. Eine neue ist jeweils nach ${formatWait(everyMs)} fällig.`,
  backupMissing: (ageMs, everyMs) =>
    `Die Datenbank ist vor ${formatWait(ageMs)} entstanden und nicht gesichert. Eine Sicherung ist jeweils nach ${formatWait(everyMs)} fällig.`,
  backupsOff:
    'Es gibt keine regelmäßigen Sicherungen.\n→ Setze backup_every, es sei denn, die Datenbank wird anders gesichert.',

  databaseNew: (path) => `${path} (wird beim ersten Start angelegt)`,
  databaseWell: (path, size, seconds) =>
    `${path} (${number(size)}, in ${number(seconds)} s geprüft, beschreibbar)`,
  databaseBehind: (path, size, seconds, missing) =>
    `${path} (${number(size)}, in ${number(seconds)} s geprüft, beschreibbar; beim nächsten Start: ${migrations(missing)})`,
  databasePostgres: (version, host, missing, newer) => {
    const schema =
      missing === 0 ? 'das Schema ist aktuell' : `beim nächsten Start: ${migrations(missing)}`;
    const more =
      newer === 0
        ? ''
        : `; es hat ${migrations(newer)} einer neueren Version von Muster, und diese Version kommt damit zurecht`;
    return `PostgreSQL ${version} auf ${host} (${schema}${more})`;
  },
  databaseTooNew: (version, host, unknown) =>
    `PostgreSQL ${version} auf ${host} hat schon ${migrations(unknown)} einer neueren Version von Muster, und diese Version kommt mit dem Schema nicht zurecht.\n→ Nimm die neuere Version.`,
  databaseOnPostgres: 'Die Datenbank ist PostgreSQL.',

  filesEmbedded: 'eingebaute Datenbank',
  filesNone: 'nicht eingerichtet',
  filesPlain: 'keins (HTTP ohne TLS)',
  filesOff: 'aus',
  filesCertificate: (path, until) => `${path}, gültig bis ${until}`,
  certificateLarge: (path) => `${path} ist keine PEM-Datei: Sie ist größer als 1 MiB.`,
  certificateBroken: (path) =>
    `${path} ist kein vollständiges Zertifikat im PEM-Format. Darin dürfen nur Blöcke stehen, die mit -----BEGIN CERTIFICATE----- beginnen, der des Dienstes zuerst.`,
  certificateKeyBroken: (path) =>
    `${path} ist kein vollständiger privater Schlüssel im PEM-Format oder hat eine Passphrase. Nimm einen, der mit -----BEGIN PRIVATE KEY----- beginnt.`,
  certificateMismatch: (path, keyPath) =>
    `Der private Schlüssel in ${keyPath} gehört nicht zum ersten Zertifikat in ${path}. Nimm die beiden Dateien, die zusammen ausgestellt wurden.`,
  certificateRefused: (path, keyPath) =>
    `TLS kann das Zertifikat in ${path} und seinen Schlüssel in ${keyPath} nicht benutzen. Nimm einen Schlüssel von RSA, P-256, P-384 oder Ed25519.`,
  filesClient: (folder, count) => `${folder} (${plural(count, 'Datei', 'Dateien')})`,
  filesClientFrom: (url) => `von ${url}`,

  doubtsOtherHost: (host, names) =>
    `Das Zertifikat gilt nicht für ${host}, den Host der Basis-URL, sondern für ${names}.`,
  doubtsEarly: (from) => `Das Zertifikat gilt erst ab ${from}.`,
  doubtsExpired: (until) => `Das Zertifikat ist am ${until} abgelaufen. Erneuere es.`,
  doubtsSoon: (until) =>
    `Das Zertifikat läuft am ${until} ab. Prüfe, warum es nicht erneuert wurde.`,

  webClientNoWasm:
    'keine .wasm-Datei, die fast jede Ausgabe braucht, außer sie ist ein einziges Skript',
  webClientNoTextures: 'keine default.zip, dem Spiel fehlen also die Texturen',
  webClientUnreadable: (folder) =>
    `Der Ordner ${folder} mit dem Browserspiel ist nicht lesbar. Nimm einen, den dieser Benutzer lesen kann (MUSTER_WEB_CLIENT_DIR).`,
  webClientMany: (folder, count, most) =>
    `Der Ordner ${folder} mit dem Browserspiel enthält ${count} Dateien. Erlaubt sind höchstens ${most}. Lass nur das Browserspiel darin.`,
  webClientLarge: (folder, mib, most) =>
    `Das Browserspiel in ${folder} hat ${mib} MiB. Erlaubt sind höchstens ${most} MiB. Lass nur das Browserspiel im Ordner.`,
  webClientNoScript: (folder, script) =>
    `Im Ordner ${folder} mit dem Browserspiel fehlt ${script}, deshalb kann niemand im Browser spielen. Leg das Browserspiel hinein.`,

  descriptorsUnknown: 'Das System nennt seine Grenze nicht.',
  descriptorsEnough: (allowed) => `${allowed} können gleichzeitig offen sein.`,
  descriptorsFew: (allowed, wanted) =>
    `${allowed} können gleichzeitig offen sein, aber die Relays (relay_limit) und alles andere brauchen ${wanted}.\n→ Erhöhe die Grenze mit LimitNOFILE= in der Unit von systemd oder mit ulimit -n.`,

  diskFree: (free, least) =>
    `Auf dem Datenträger des Datenordners sind ${number(free)} frei, und least_free_disk ist ${least} MiB.`,
  diskLow: (free, least) =>
    `Auf dem Datenträger des Datenordners sind ${number(free)} frei, weniger als least_free_disk (${least} MiB).\n→ Schaffe Platz.`,
  diskNoFolder: 'Es gibt noch keinen Datenordner.',
  diskSync: (ms) => `4 KiB dauerhaft zu schreiben dauert ${number(ms)} ms.`,
  diskSlow: (ms) =>
    `4 KiB dauerhaft zu schreiben dauert ${number(ms)} ms. Jede Registrierung und jede Anmeldung wartet einmal darauf.\n→ Leg den Datenordner (data) auf einen schnelleren Datenträger, nicht auf ein Netzlaufwerk.`,

  clockNoDatabase: 'Es gibt noch keine Datenbank.',
  clockAlone: (now) => `Es ist ${now}. Die Datenbank enthält keinen Zeitpunkt zum Vergleichen.`,
  clockWell: (now) => `Es ist ${now}, später als alles in der Datenbank.`,
  clockBehind: (now, waitMs) =>
    `Hier ist es ${now}. Der neueste Eintrag der Datenbank wäre erst in ${formatWait(waitMs)}.\n→ Stell die Uhr und lass sie automatisch stellen (timedatectl set-ntp true).`,

  permissionsWindows: 'Unter Windows nicht geprüft, denn dort gibt es andere Zugriffsrechte.',
  permissionsWell: 'Andere Benutzer dieses Rechners können weder Daten noch Geheimnisse lesen.',
  permissionsOpen: (names) => `Andere Benutzer dieses Rechners können das lesen: ${names}.`,

  countriesEmbedded: (date) => `Die eingebauten Daten sind vom ${date}.`,
  countriesUpgrade: 'Aktualisiere Muster oder gib eine GeoLite2-Datei an (geoip_database).',
  countriesFile: (path, date) => `${path} ist vom ${date}.`,
  countriesUnusable: (path, reason) =>
    `Die Länderdatenbank ${path} ist unbrauchbar: ${reason}. Nimm eine Country- oder City-Datei von GeoLite2 oder GeoIP2 (.mmdb).`,
  countriesDamaged: 'Sie ist beschädigt oder in einem anderen Format',
  countriesOtherKind: 'Sie ist eine Datenbank anderer Art',
  countriesDownload: 'Lade eine neuere herunter. Muster liest sie, sobald sie sich ändert.',

  listenFree: (address) => `${address} ist frei.`,
  listenServed: (address) => `${address} wird schon bedient.`,
  listenTaken: (address) =>
    `Ein anderes Programm benutzt den Port von ${address}. Beende es oder nimm einen anderen Port (MUSTER_LISTEN).`,
  listenRefused: (address, code) =>
    `Muster kann unter ${address} keine Verbindungen annehmen (${cause(code)}). Nimm eine Adresse dieses Rechners und einen Port, den der Benutzer des Dienstes benutzen darf (MUSTER_LISTEN).`,

  mailUnusable: (server, answer) =>
    `Der Mailserver ${server} ist unbrauchbar: ${answer}. Prüfe smtp_url (MUSTER_SMTP_URL).`,
  mailAccepts: (server) => `${server} nimmt Muster an.`,
  mailDevelopment:
    'E-Mails werden nicht verschickt, sondern mit Links und Codes ins Log geschrieben (development).\n→ Schalte das ab (development = false), bevor echte Leute die Website benutzen.',
  mailNone: 'Es werden keine E-Mails verschickt.',
  mailNoDns: (code) => `Das DNS antwortet auf diesem Rechner nicht (${cause(code)}).`,
  mailUnknown: (domain) =>
    `Das DNS dieses Rechners kennt ${domain} nicht.\n→ Korrigiere mail_from, es sei denn, der DNS-Server dieses Rechners antwortet nur für das eigene Netz.`,
  mailWell: (domain) =>
    `${domain} hat Einträge für SPF und DMARC und einen Platz für Schlüssel von DKIM.`,
  mailMissing: (domain, records) => {
    const names = {
      spf: `SPF (TXT-Eintrag von ${domain})`,
      dmarc: `DMARC (TXT-Eintrag von _dmarc.${domain})`,
      dkim: `DKIM (Schlüssel unter _domainkey.${domain})`,
    };
    const all = records.map((record) => names[record]).join(', ');
    return `Bei ${domain} fehlt: ${all}. E-Mails können deshalb als Spam gelten.\n→ Veröffentliche die Einträge, die dein Mailanbieter dir für diese Domain gibt.`;
  },

  mirrorLists: (url, servers) => `${url} listet ${plural(servers, 'Server', 'Server')}.`,
  mirrorFailed: (sentence) =>
    `${sentence}\n→ Korrigiere mirrors oder sag dem Betreiber jener Website Bescheid.`,
  mirrorSaid: (url, what) => `${url} (mirrors) ${what}.`,
  mirrorLate: (seconds) => `hat nicht innerhalb von ${seconds} s geantwortet`,
  mirrorUnreadable: (code) => `ist nicht lesbar (${cause(code)})`,
  mirrorStatus: (status) => `hat mit Status ${status} geantwortet`,
  mirrorTooLong: 'hat mit mehr als 8 MiB geantwortet',
  mirrorNoList: 'hat mit etwas geantwortet, das keine Serverliste ist',
  mirrorDamaged: 'hat mit beschädigtem gzip geantwortet',

  serviceSilent:
    'Der Dienst antwortet nicht.\n→ Starte ihn. „muster check“ zeigt, was ihn am Starten hindern würde.',
  serviceStranger: (status) =>
    `Unter der Adresse in listen antwortet ein anderes Programm (${status}).`,
  serviceReady: 'Der Dienst antwortet und ist bereit.',
  serviceProblems: (problems) => `Der Dienst meldet: ${problems}\n→ Im Log steht mehr.`,

  baseUrlMissing:
    'base_url ist nicht gesetzt. Nur dieser Rechner kann den Dienst benutzen.\n→ Setze base_url auf die Adresse, die Leute öffnen, wie https://play.example.net.',
  baseUrlAddress: (url) => `${url} ist eine IP-Adresse und braucht kein DNS.`,
  baseUrlResolved: (url, host, addresses) => `${url}: ${host} hat ${addresses}`,
  baseUrlUnresolved: (host, code) =>
    `Der Name ${host} aus base_url hat auf diesem Rechner keine Adresse (${cause(code)}).\n→ Gib ${host} einen A-Eintrag mit der öffentlichen IPv4-Adresse dieses Rechners oder seines Proxys, oder korrigiere base_url.`,

  mcGalaxyNoBaseUrl: 'base_url ist nicht gesetzt.',
  mcGalaxyName: (host) =>
    `MCGalaxy nimmt keinen Host mit Bindestrich oder Unterstrich an (${host}) und schickt seine Heartbeats samt Salt ohne Hinweis an die ursprüngliche Website.\n→ Nimm in MCGalaxys HeartbeatURL einen Namen ohne diese Zeichen, und trag ihn hier wenigstens in extra_hosts ein.`,
  mcGalaxyAddress: 'base_url enthält eine IP-Adresse. MCGalaxy benutzt sie unverändert.',
  mcGalaxyUnresolved: (host, code) =>
    `Der Name ${host} hat auf diesem Rechner keine Adresse (${cause(code)}).`,
  mcGalaxyNoIpv4: (host) =>
    `${host} hat keine IPv4-Adresse. Server werden mit ihrer IPv4-Adresse gelistet, deshalb werden Heartbeats über IPv6 abgelehnt.\n→ Gib ${host} einen A-Eintrag.`,
  mcGalaxyWell: (host) => `${host} hat nur IPv4-Adressen, also kommen Heartbeats über IPv4.`,
  mcGalaxyPort: (host, ipv6, ipv4) =>
    `${host} hat auch eine IPv6-Adresse (${ipv6}). MCGalaxy schickt seine Heartbeats deshalb an Port 80 von ${ipv4}, egal welcher Port in der URL steht.\n→ Entferne den AAAA-Eintrag von ${host} oder biete Port 80 oder https an.`,
  mcGalaxyIpv6: (host, ipv6) =>
    `${host} hat auch eine IPv6-Adresse (${ipv6}), und Heartbeats über IPv6 werden abgelehnt.\n→ Entferne den AAAA-Eintrag von ${host}, es sei denn, kein Gameserver benutzt diesen Namen.`,

  reachNoPort: 'listen hat den Port 0.\n→ Setze einen Port.',
  reachStopped: 'Der Dienst läuft nicht.\n→ Starte ihn und prüfe dann noch einmal.',
  reachNoKey:
    'service.key im Datenordner ist nicht lesbar. Dieser Dienst lässt sich deshalb nicht von einem anderen unterscheiden.\n→ Führe „muster doctor“ als Benutzer des Dienstes aus, mit dessen Einstellungen (--config oder --data).',
  reachNoTls: (url, code) =>
    `${url} spricht kein TLS (${cause(code)}).\n→ Gib dem Dienst ein Zertifikat (tls_cert, tls_key), setze einen Proxy mit Zertifikat davor oder ersetze in base_url https:// durch http://.`,
  reachSilent: (url, code) =>
    `${url} ist von diesem Rechner aus nicht erreichbar (${cause(code)}).\n→ Prüfe Proxy, Firewall und Portweiterleitung. Manche Router lassen einen Rechner nicht an seine eigene öffentliche Adresse. Teste es dann von anderswo.`,
  reachRedirect: (url, target, server) =>
    `${url} leitet Anfragen weiter zu ${target}${server}.\n→ Setze base_url auf das Ziel: Bei Gameservern und Launchern gehen weitergeleitete Anfragen verloren.`,
  reachProxyAlone: (url, server, status) =>
    `Ein Proxy antwortet unter ${url}${server}, erreicht aber den Dienst nicht: Status ${status}.\n→ Lass ihn Anfragen an die Adresse in listen weiterleiten.`,
  reachStranger: (url, server, status) =>
    `Ein anderes Programm antwortet unter ${url}${server}: Status ${status}, ohne Nachweis, dass es dieser Dienst ist.\n→ Richte den Namen, die Portweiterleitung oder den Proxy auf die Adresse in listen. Wenn inzwischen ein anderer Dienst mit demselben Datenordner gestartet wurde, starte diesen neu.`,
  reachNot: (why) => `Der Dienst ist unter base_url nicht erreichbar: ${why}`,
  reachOtherHost: (url, host) =>
    `${url} erreicht diesen Dienst, aber im Header Host steht ${host === 'nothing' ? 'nichts' : host}. Deshalb wird jede Anfrage abgelehnt.\n→ Lass den Proxy den Header unverändert weitergeben (nginx: proxy_set_header Host $http_host;) oder trag diesen Host in extra_hosts ein.`,
  reachOtherScheme: (url, scheme) =>
    `${url} erreicht diesen Dienst, aber der Proxy meldet das Schema ${scheme}.\n→ Nimm in base_url das Schema, das auch Clients benutzen, http oder https.`,
  reachWell: (url, version) => `${url} erreicht diesen Dienst (${version}).`,

  proxyNone: 'Es ist kein Proxy dazwischen: Anfragen kommen direkt von den Clients.',
  proxyNoHeader: (address) =>
    `Anfragen kommen über ${address} ohne X-Forwarded-For, deshalb scheinen alle diese Adresse zu haben.\n→ Lass den Proxy den Header hinzufügen (nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;) und trag seine Adresse in trusted_proxies ein.`,
  proxyUntrusted: (address, all) =>
    `Anfragen kommen über den Proxy ${address}, dem nicht vertraut wird. Alle scheinen seine Adresse zu haben, und Heartbeats, Anmeldungen und Relays werden abgelehnt.\n→ Setze trusted_proxies = [${all}].`,
  proxyWell: (address, client) =>
    `Anfragen kommen über ${address}, und diesem Proxy wird vertraut. Diese hier kam anscheinend von ${client}.`,

  webSocketWell: 'WebSockets funktionieren.',
  webSocketLost: `WebSockets funktionieren nicht: Der Header Upgrade geht unterwegs verloren. Über das Relay kann niemand im Browser spielen.\n→ ${WEB_SOCKET_ADVICE}`,
  webSocketAnswered: (status) =>
    `WebSockets funktionieren nicht: Die Antwort ist ${status}. Über das Relay kann niemand im Browser spielen.\n→ ${WEB_SOCKET_ADVICE}`,
  webSocketFailed: (code) =>
    `WebSockets funktionieren nicht (${cause(code)}).\n→ ${WEB_SOCKET_ADVICE}`,

  tlsPlain: (url) =>
    `${url} ist HTTP ohne TLS: Passwörter gehen unverschlüsselt durchs Netz.\n→ Gib dem Dienst ein Zertifikat (tls_cert, tls_key) oder setze einen Proxy mit Zertifikat davor.`,
  tlsRefused: (url, code) => `${url} nimmt keine TLS-Verbindung an (${cause(code)}).`,
  tlsNoCertificate: (url) => `${url} zeigt kein Zertifikat.`,
  tlsUntrusted: (url, problem) =>
    `Clients vertrauen dem Zertifikat unter ${url} nicht: ${CHAIN[problem] ?? problem}.\n→ ${WHOLE_CHAIN}`,
  tlsNoTls12: (url) =>
    `${url} nimmt TLS 1.2 nicht an, die neueste Version, die der Launcher beherrscht.\n→ Erlaube es (nginx: ssl_protocols TLSv1.2 TLSv1.3;).`,
  tlsOld: (url) =>
    `${url} nimmt TLS 1.1 und älter an.\n→ Erlaube nur TLS 1.2 und 1.3 (nginx: ssl_protocols TLSv1.2 TLSv1.3;).`,
  tlsWell: (url, day, version) =>
    `Das Zertifikat unter ${url} gilt bis ${day}. Die Verbindung lief über ${version}, und TLS 1.2 wird angenommen.`,

  plainHttpNoMatter: 'Das betrifft nur https auf Port 443.',
  plainHttpAnswers: (status) => `Port 80 antwortet mit Status ${status} und leitet nicht weiter.`,
  plainHttpRedirects: (status) =>
    `Port 80 leitet weiter zu https (${status}): Bei Gameservern und älteren Launchern gehen weitergeleitete Heartbeats oder Anmeldungen verloren.\n→ Biete auch HTTP ohne TLS an, statt weiterzuleiten. Siehe deploy/nginx.conf und deploy/Caddyfile.`,
  plainHttpSilent: 'Auf Port 80 antwortet nichts.',

  portCheckOff: 'port_check ist ausgeschaltet.',
  portCheckBroken: (isOpenSeen) =>
    `Die Portprüfung funktioniert auf diesem Rechner nicht: Sie hielt ${isOpenSeen ? 'einen geschlossenen Port für offen' : 'einen offenen Port für geschlossen'}.\n→ Erlaube dem Dienst TCP-Verbindungen (Firewall, IPAddressDeny= der Unit) oder schalte die Prüfung mit port_check = false aus.`,
  portCheckWell: 'Die Portprüfung funktioniert auf diesem Rechner.',
  portCheckOpen: (ip, port) =>
    `Die Portprüfung funktioniert auf diesem Rechner; ${ip} Port ${port} von base_url ist von hier aus offen.`,
  portCheckClosed: (ip, port) =>
    `Die Portprüfung funktioniert auf diesem Rechner, aber ${ip} Port ${port} von base_url ist von hier aus nicht offen.\n→ Gameserver hinter derselben Adresse lassen sich dann nicht prüfen. Trag sie in port_check_exempt ein.`,

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
