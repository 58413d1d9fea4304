// Every sentence of the page "Play and add your server", and of the lines to copy there and on an empty list.

export const startMessages = {
  /** The link to the page in the header. */
  link: 'Get started',
  /** The link on the page of a server. */
  fromServer: 'No launcher yet, or not set up for this site?',

  play: {
    title: 'Play',
    accountWhy:
      'You log in to the launcher with it. One account works on every server in this list.',
    accountClosed: 'The operator of this site creates the accounts. Ask for one.',
    accountYours: (name: string) =>
      `You are logged in as ${name}. Use the same name and password in the launcher.`,
    /** Also on the page of a server. */
    registerButton:
      'Register on this site, not with the Register button of the launcher: that one opens another site, and accounts from there do not work here.',
    launcher: 'Get the launcher',
    launcherWhat: 'The launcher logs you in, shows this list and starts the game.',
    launcherDownload: 'Download the launcher',
    launcherElsewhere:
      'You need the ClassiCube launcher. If you already play with it, keep the one you have. If not, ask the operator of this site where to get it.',
    line: 'Connect the launcher to this site',
    lineHow:
      'Close the launcher and open its file options.txt. Add this line, or change the line that starts with server-services=:',
    lineWhat: 'the line for options.txt',
    places: 'Where options.txt is',
    systems: [
      { system: 'Windows', place: 'In the folder of ClassiCube.exe' },
      { system: 'macOS', place: 'In the folder that contains ClassiCube.app' },
      { system: 'Linux', place: 'In the folder of the program' },
      {
        system: 'Linux (Flatpak)',
        place: '~/.var/app/net.classicube.flatpak.client/data/ClassiCube/',
      },
    ],
    noFile: 'No such file yet? Start the launcher once and close it, or create the file.',
    undo: 'To go back to another list, remove the line again.',
    join: 'Log in and join',
    joinHow:
      'Start the launcher and log in. It now shows the servers of this list: choose one and join.',
    unlisted: 'A server that is not in the list',
    address:
      'Paste its play URL into the field at the bottom of the launcher’s server list and press Enter. If you type it, the text covers the Connect button; Enter still works. A play URL looks like this:',
    direct:
      'The launcher’s Direct connect screen does not take play URLs. It takes the mc:// link that the page of a server shows when you are logged in.',
    onPhone: 'Play on this device',
    onAndroid:
      'With the launcher app: open the page of a server here, copy your link, and paste it into the Direct connect screen of the app.',
    onIos: 'There is no launcher in the App Store. Play on a computer.',
    browser: 'Or play in the browser',
    browserHow:
      'Servers with “Play” in the list also open in the browser, with nothing to install. You only need the account.',
  },

  add: {
    title: 'Add your server',
    which: 'Which software does your server run?',
    two: 'MCGalaxy, on this list and your current one',
    twoHow:
      'MCGalaxy sends heartbeats to several lists at once. Your server stays where it is listed now, and is listed here as well.',
    twoUrls:
      'In properties/server.properties, write both URLs with a comma between them. If your server is on another list than the one shown first, keep the URL of that list:',
    twoUrlsWhat: 'both heartbeat URLs for MCGalaxy',
    twoServices: 'Add this at the end of properties/authservices.properties:',
    twoServicesWhat: 'name suffix and skin prefix for both lists',
    twoWhy:
      'Players from this site then have a + after their name, so that nobody gets the rank of a player with the same name on the other list, or shows that player’s skin. Nothing changes for players from the other list.',
    restart: 'Then restart the server.',
    skins:
      'To show the skins of this site, add this at the end of properties/authservices.properties as well:',
    skinsWhat: 'skin prefix for MCGalaxy',
    hyphen:
      'MCGalaxy does not accept a hyphen or an underscore in the host of a heartbeat URL. It would ignore the line and send its heartbeats, with your server’s salt, to classicube.net alone. Ask the operator of this site for an address without one.',
    only: 'MCGalaxy, only on this list',
    programs: {
      mcgalaxy: {
        name: 'MCGalaxy',
        where: 'Change these lines in properties/server.properties, then restart the server:',
      },
      procraft: {
        name: 'ProCraft',
        where:
          'Change these keys under Settings in config.xml (ConfigGUI creates the file), then restart the server:',
      },
      mcchost: {
        name: 'mcchost',
        where: 'Start it with this command. Without a secret, anyone could join under any name.',
      },
      other: {
        name: 'Other software',
        where:
          'Send heartbeats to this URL, by GET or POST, every 10 to 60 seconds. The page about the API lists the fields.',
      },
    },
    port: 'The port of the server must be open to the internet. If it is not, the answer to the heartbeat says so.',
  },

  listed: {
    title: 'Is it listed?',
    whose: (ip: string) =>
      `Heartbeats from your own address, ${ip}. If your server is on another network, open this page there.`,
    waiting: 'No heartbeat has arrived yet.',
    notYet: 'Your server is not listed yet.',
    arrived: (name: string, isPortOpen: boolean) =>
      `${name} has arrived${isPortOpen ? ', its port is open' : ''}, and it is listed. Is it yours?`,
    live: 'This is checked every 5 seconds.',
    open: 'Open its page',
    claim: 'Yes, claim it',
    next: 'Then you can add a description, its country and links, and get a badge for other sites.',
    details: 'All heartbeats, and what to do',
  },
} as const;
