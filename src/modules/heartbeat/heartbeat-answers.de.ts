// German for the answers to heartbeats, which game servers get in English: pages show them in their own language.

/** Each sentence, or the beginning and the end of one about a field; what stands in quotation marks was sent. */
const ANSWERS: readonly (readonly [english: RegExp, german: string])[] = [
  [
    /^Port (\d+) on (\S+) belongs to another program, .*$/,
    'Port $1 auf $2 gehört zu einem anderen Programm, das zuerst und mit anderem Salt Heartbeats dafür gesendet hat und noch sendet. Beende eines der beiden oder gib ihm einen anderen Port. Etwa eine Minute nach dem Ende des anderen wird deines angenommen.',
  ],
  [
    /^The key in this heartbeat URL is not valid: .*$/,
    'Der Schlüssel in dieser Heartbeat-URL gilt nicht: Er enthält einen Tippfehler oder wurde ersetzt oder widerrufen. Kopiere die URL noch einmal oder hol dir auf der Seite deines Servers eine neue.',
  ],
  [
    /^Port (\d+) on (\S+) belongs to another server that .*$/,
    'Port $1 auf $2 gehört zu einem anderen Server mit bestätigtem Betreiber, also kann deiner nicht dorthin umziehen. Nimm einen anderen Port oder bestätige dich dort als Betreiber und gib den Server ab.',
  ],
  [
    /^Heartbeats with this key also come from (\S+), port (\d+), .*$/,
    'Heartbeats mit diesem Schlüssel kommen auch von $1, Port $2, und ein Server zieht höchstens einmal pro Minute um. Verwende die URL für nur einen Server. Wenn der andere nicht deiner ist, hol dir auf der Seite deines Servers eine neue.',
  ],
  [
    /^Port (\d+) on (\S+) is not open\. .*$/,
    'Port $1 auf $2 ist nicht offen. Leite ihn (TCP) auf deinem Router weiter oder setze public=false.',
  ],
  [
    /^Too many servers from (\S+): (\d+) are live and (\d+) are allowed\. .*$/,
    'Zu viele Server von $1: $2 laufen, und $3 sind erlaubt. Beende einen davon oder warte, bis er nicht mehr gelistet ist.',
  ],
  [
    /^This list is full: (\d+) servers are live and (\d+) are allowed\. .*$/,
    'Diese Liste ist voll: $1 Server laufen, und $2 sind erlaubt. Sende weiter Heartbeats: Sobald Platz ist, wird einer angenommen. Ein Server, dessen Betreiber bestätigt ist oder der an früheren Tagen Spieler hatte, geht vor.',
  ],
  [
    /^This list is nearly full\. Servers live from (\S+): (\d+)\. Allowed for now: (\d+)\. .*$/,
    'Diese Liste ist fast voll. Laufende Server aus $1: $2. Vorerst erlaubt: $3. Sende weiter Heartbeats: Sobald Platz ist, wird einer angenommen. Ein Server, dessen Betreiber bestätigt ist oder der an früheren Tagen Spieler hatte, geht vor.',
  ],
  [
    /^Too many heartbeats from (\S+)\. .*the next in (\d+) s\.$/,
    'Zu viele Heartbeats von $1. Sende für jeden Server alle 30 Sekunden einen, den nächsten in $2 Sek.',
  ],
  [
    /^Your heartbeat came from the IPv6 address (\S+), .*$/,
    'Dein Heartbeat kam von der IPv6-Adresse $1, aber nur Server mit IPv4 können gelistet werden. Sende ihn über IPv4.',
  ],
  [
    /^Your server is kept off the public list by the moderators of this site, .*? by its address: /,
    'Die Moderatoren dieser Website haben deinen Server aus der öffentlichen Liste genommen. Spieler können nur mit seiner Adresse beitreten. Grund: ',
  ],
  [
    /^Your server is kept off .*? because its name "(.*)" contains the word "(.*)"\. Rename it\.$/,
    'Dein Server steht nicht in der öffentlichen Liste, und Spieler können nur mit seiner Adresse beitreten, weil sein Name „$1“ das Wort „$2“ enthält. Gib ihm einen anderen Namen.',
  ],
  [
    /^The body is compressed \(Content-Encoding "(.*)"\), .*?\./,
    'Der Body ist komprimiert („$1“).',
  ],
  [
    /^The body is "(.*)", which is not read here\./,
    'Der Body ist „$1“, was hier nicht gelesen wird.',
  ],
  [
    / Send the fields as application\/x-www-form-urlencoded \((.*)\), or in the query\.$/,
    ' Sende die Felder als application/x-www-form-urlencoded ($1) oder in der Query.',
  ],
  [/^The server (\S+) is banned/, 'Der Server $1 ist gesperrt'],
  [/^The name "(.*?)" is banned/, 'Der Name „$1“ ist gesperrt'],
  [/^([\d.]+) is banned/, '$1 ist gesperrt'],
  [/ ist gesperrt until (\S+ \S+ UTC): /, ' ist gesperrt bis $1: '],
  [/^The name is missing: it has no visible characters\./, 'name hat keine sichtbaren Zeichen.'],
  [/^The name "(.*)" is too long: it has (\d+) characters\./, 'name „$1“ ist zu lang: $2 Zeichen.'],
  [/^Invalid salt: it has (\d+) characters\./, 'salt ist ungültig: $1 Zeichen.'],
  [/^Invalid salt: it has a NUL character\./, 'salt ist ungültig: Es enthält ein NUL-Zeichen.'],
  [/^Invalid salt: it is missing\./, 'salt fehlt.'],
  [/^The (\w+) is missing\./, '$1 fehlt.'],
  [/^The (\w+) "(.*)" is not valid\./, '$1 „$2“ ist ungültig.'],
  [
    / Send name with 1 to (\d+) visible characters\.$/,
    ' Sende name mit 1 bis $1 sichtbaren Zeichen.',
  ],
  [
    / Send port as a whole number from 1 to (\d+), .*\.$/,
    ' Sende port als ganze Zahl von 1 bis $1: den Port, auf dem dein Server erreichbar ist.',
  ],
  [
    / Send users as a whole number from 0 to (\d+), .*\.$/,
    ' Sende users als ganze Zahl von 0 bis $1: die Zahl der Spieler, die gerade auf deinem Server sind.',
  ],
  [
    / Send max as a whole number from 1 to (\d+), .*\.$/,
    ' Sende max als ganze Zahl von 1 bis $1: wie viele Spieler dein Server höchstens aufnimmt.',
  ],
  [/ Send (public|web) as true or false\.$/, ' Sende $1 als true oder false.'],
  [
    / Send salt as a random text of 1 to (\d+) .*$/,
    ' Sende salt als zufälligen Text mit 1 bis $1 Zeichen.',
  ],
  [/ Send software with at most (\d+) .*$/, ' Sende software mit höchstens $1 Zeichen.'],
];

/** What is not known stays as it is. */
export function describeAnswer(sentence: string): string {
  return ANSWERS.reduce((text, [english, german]) => text.replace(english, german), sentence);
}
