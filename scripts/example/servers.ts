// The sixty made-up game servers of the example database, and of the pictures in the README.

/** A game server as its heartbeats describe it. The address decides its country. */
export interface ExampleServer {
  ip: string;
  port: number;
  /** With colour codes. */
  name: string;
  players: number;
  maxPlayers: number;
  software: string;
  supportsWeb: boolean;
}

type Row = [string, number, string, number, number, string, boolean];

/** In the order of the fields of `ExampleServer`; the pictures show the largest. */
const ROWS: readonly Row[] = [
  ['81.2.69.160', 25565, '&aThe Hollow &2Oak &f[freebuild]', 41, 128, 'MCGalaxy 1.9.5.3', true],
  ['5.9.1.20', 25565, '&bNordlicht &3Survival', 33, 64, 'MCGalaxy 1.9.5.3', true],
  ['8.8.8.8', 25565, '&cLava &6Survival &fClassic', 29, 100, '&aProCraft 1.23', true],
  ['51.15.2.9', 25565, '&eBoulangerie &7- build &6& bake', 24, 50, 'MCGalaxy 1.9.5.2', true],
  ['133.1.2.3', 25565, '&dSakura &fGardens', 19, 40, 'MCGalaxy 1.9.5.3', true],
  ['200.160.2.3', 25565, '&aCapivara &eTown', 17, 60, 'MCGalaxy 1.9.5.1', true],
  ['1.1.1.1', 25565, '&6Outback &fParkour', 14, 32, '&aProCraft 1.23', true],
  ['193.0.6.139', 25565, '&9Polder &fCreative 24/7', 12, 64, 'MCGalaxy 1.9.5.3', true],
  ['212.77.98.9', 25565, '&cZamek &f- castle wars', 11, 24, 'mcchost', true],
  ['130.237.1.1', 25565, '&bFika &fand blocks', 9, 20, 'MCGalaxy 1.9.5.3', true],
  ['192.206.151.131', 25565, '&fMaple &cCTF', 8, 32, 'MCGalaxy 1.9.4.9', true],
  ['151.1.2.3', 25565, '&2Piazza &fRoleplay', 7, 48, 'MCGalaxy 1.9.5.3', true],
  ['150.214.1.1', 25565, '&eSol &6y &eSombra', 5, 30, '&aProCraft 1.23', true],
  ['103.4.96.1', 25565, '&3Kakapo &fIslands', 4, 25, 'MCGalaxy 1.9.5.3', true],
  ['143.248.1.1', 25565, '&dPixel Art &fonly', 3, 16, 'MCGalaxy 1.9.5.2', true],
  ['195.113.1.1', 25565, '&7Quiet Quarry', 2, 12, 'mcchost', true],
  ['128.214.1.1', 25565, '&fSauna &bSpleef', 1, 20, 'MCGalaxy 1.9.5.3', true],
  ['196.21.1.1', 25565, '&6Karoo &fClassic', 1, 32, 'fCraft 1.2', true],
  ['14.139.1.1', 25565, '&aMonsoon &fMazes', 0, 40, 'MCGalaxy 1.9.5.3', true],
  ['193.136.1.1', 25565, '&bAzulejo &fWorkshop', 0, 10, 'MCGalaxy 1.9.5.3', true],
  ['24.48.0.1', 25565, '&4Red &cStone &fWorks', 64, 64, 'MCGalaxy 1.9.5.3', true],
  ['62.4.0.1', 25566, '&5Dragon &dValley &f[PvP]', 22, 48, 'MCGalaxy 1.9.5.3', true],
  ['78.46.1.1', 25565, 'Baumhaus', 0, 16, 'MCGalaxy 1.9.5.2', false],
  ['80.58.61.250', 30000, '&eCastillo &6de &eArena', 6, 30, '&aProCraft 1.23', true],
  ['85.214.132.117', 25565, '&8Grey Area', 0, 8, 'fCraft 1.2', false],
  [
    '91.198.174.192',
    25577,
    '&bDelta &3Works &f- redstone school',
    15,
    40,
    'MCGalaxy 1.9.5.3',
    true,
  ],
  ['94.140.14.14', 25565, 'Zip Line Zoo', 2, 20, 'mcchost', false],
  ['95.173.136.70', 25565, '&cTaiga &fclans', 28, 100, 'MCGalaxy 1.9.5.1', true],
  ['109.74.200.1', 25565, '&aLittle &2Woods', 1, 10, 'MCGalaxy 1.9.5.3', true],
  ['118.127.8.1', 25565, '&6Wattle &eBay', 3, 24, '', true],
  ['139.130.4.5', 25565, '&9Deep &1Blue &fdiving', 0, 32, 'MCGalaxy 1.9.4.9', true],
  ['141.1.1.1', 25565, '&fSnow &7and &8Ash', 4, 20, 'MCGalaxy 1.9.5.3', false],
  ['145.220.0.55', 25565, '&6Tulp &efreebuild', 7, 32, 'MCGalaxy 1.9.5.3', true],
  ['146.185.0.1', 25570, '&dCandy &5Lab', 12, 16, '&aProCraft 1.23', true],
  ['149.112.112.112', 25565, 'One Block Only', 1, 1, 'mcchost', false],
  ['155.54.1.10', 25565, '&2Huerta &afamily server', 9, 25, 'MCGalaxy 1.9.5.3', true],
  ['156.154.70.1', 25565, '&cFire&6ball &fleague', 18, 36, 'MCGalaxy 1.9.5.3', true],
  ['158.39.1.1', 25565, '&bFjord &9and &bFell', 5, 30, 'MCGalaxy 1.9.5.2', true],
  ['160.85.1.1', 25565, '&cAlpen &fglow', 2, 12, 'MCGalaxy 1.9.5.3', true],
  ['161.53.1.1', 25565, '&1Adria &bIslands', 0, 40, 'fCraft 1.2', false],
  ['163.28.0.1', 25565, '&eNight &6Market', 21, 64, 'MCGalaxy 1.9.5.3', true],
  ['164.124.101.2', 25565, '&dHanok &fvillage', 8, 20, 'MCGalaxy 1.9.5.3', true],
  ['168.126.63.1', 25565, '&fMinute &amazes', 16, 128, '&aProCraft 1.23', true],
  ['177.43.1.1', 25565, '&2Mata &averde &f24/7', 13, 50, 'MCGalaxy 1.9.5.3', true],
  ['181.30.1.1', 25565, '&bPampa &fCreative', 4, 32, 'MCGalaxy 1.9.5.1', false],
  ['186.10.1.1', 25565, '&4Andes &cSurvival', 0, 64, 'MCGalaxy 1.9.5.3', true],
  ['190.90.1.1', 25565, '&eCumbia &6City', 6, 48, '', true],
  ['194.90.1.5', 25565, '&9Desert &eStars', 3, 20, 'MCGalaxy 1.9.5.3', true],
  ['195.130.131.10', 25565, '&6Frites &fand &eTowers', 11, 30, 'MCGalaxy 1.9.5.3', true],
  ['195.46.39.39', 25565, 'Old School Classic 0.30', 1, 128, 'fCraft 1.2', false],
  ['197.221.1.1', 25565, '&6Safari &aParkour', 2, 16, 'MCGalaxy 1.9.5.2', true],
  ['202.12.27.33', 25565, '&cMomiji &fzen garden', 26, 40, 'MCGalaxy 1.9.5.3', true],
  ['202.46.32.187', 25565, '&4Jade &2River', 0, 20, 'mcchost', false],
  ['203.109.252.1', 25565, '&aTui &fTown', 5, 24, 'MCGalaxy 1.9.5.3', true],
  ['210.94.0.73', 25565, '&dStar &5Train', 10, 60, '&aProCraft 1.23', true],
  ['213.73.91.35', 25565, '&eHackers &6Hut', 0, 64, 'MCGalaxy 1.9.5.3', true],
  [
    '216.146.35.35',
    25565,
    '&7The &8Long &7Name &8of &7a &8Server &7That &8Says &7It &8All',
    17,
    32,
    'MCGalaxy 1.9.5.3',
    true,
  ],
  ['217.31.204.130', 25565, '&cPraha &f1:1', 31, 80, 'MCGalaxy 1.9.5.3', true],
  [
    '198.51.100.20',
    25565,
    'Nobody knows where',
    2,
    20,
    'a server of somebody who wrote it alone 0.1',
    false,
  ],
  ['198.51.100.21', 25566, '&0Black &8on &7grey', 0, 4, 'MCGalaxy 1.9.5.3', true],
];

export const SERVERS: readonly ExampleServer[] = ROWS.map(
  ([ip, port, name, players, maxPlayers, software, supportsWeb]) => ({
    ...{ ip, port, name, players, maxPlayers, software, supportsWeb },
  }),
);

const PLACES = ['Harbour', 'Hollow', 'Ridge', 'Lantern', 'Meadow', 'Basalt', 'Willow', 'Copper'];
const KINDS = ['Survival', 'Freebuild', 'Creative 24/7', 'Parkour', 'CTF', 'und Freunde', 'City'];
const COLOURS = '&a &b &c &e &6 &d &9 &2'.split(' ');

/** That many servers, always the same ones: the examples, then others of their countries and software. */
export function makeServers(count: number): readonly ExampleServer[] {
  const others = Array.from({ length: Math.max(0, count - SERVERS.length) }, (_, index) => {
    const model = ROWS[(index * 7) % ROWS.length] as Row;
    const [ip, , , most, maxPlayers, software, supportsWeb] = model;
    const pick = (from: readonly string[], step: number) => from[(index * step) % from.length];
    return {
      ip,
      port: 26_000 + index,
      name: `${pick(COLOURS, 3)}${pick(PLACES, 5)} ${pick(COLOURS, 5)}${pick(KINDS, 1)} &f${index}`,
      // Most servers of a long list are empty.
      players: index % 3 === 0 ? (most + index) % (maxPlayers + 1) : 0,
      ...{ maxPlayers, software, supportsWeb },
    };
  });
  return [...SERVERS, ...others].slice(0, count);
}

/** What a game server keeps secret; always the same one for the same server. */
export function saltOf({ ip, port }: ExampleServer): string {
  return `salt-of-${ip}-${port}`;
}
