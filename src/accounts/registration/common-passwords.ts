// Passwords that everybody who guesses tries first: a list of whole ones, and of words with common ends.

/** Whole passwords that lists of leaked ones begin with, those of eight characters and more. */
const WHOLE = `
  12345678 123456789 1234567890 12345678910 123456789a 1234567891 123123123 12341234 12344321 11223344
  112233445566 1122334455 123454321 123321123 1231234 12121212 13131313 10101010 20202020 01234567
  012345678 0123456789 0987654321 987654321 9876543210 87654321 88888888 11111111 111111111 1111111111
  22222222 33333333 44444444 55555555 66666666 77777777 99999999 999999999 00000000 000000000 0000000000
  123456780 147258369 159357456 159753456 741852963 963852741 789456123 456123789 321654987 147896325
  14725836 15935746 12301230 12312312 19841984 19871987 19881988 19891989 19901990 19911991 19921992
  20002000 20102010 20202021 31415926 314159265 27182818 86753091 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y
  1qaz2wsx 1qaz2wsx3edc 1qazxsw2 1qaz1qaz 2wsx3edc 3edc4rfv q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qazwsxedc
  qazwsx123 qazxswedc qweasdzxc qweasd123 qwe123qwe qwer1234 qwer4321 qwert123 qwert12345 qwerty12
  qwerty123 qwerty1234 qwerty12345 qwerty123456 qwertyui qwertyuiop qwertyuiop123 qwertyuiop[] qwerty78
  qwertz123 qwertzui qwertzuiop azertyui azertyuiop azerty123 asdfghjk asdfghjkl asdfghjkl; asdf1234
  asdfasdf asdf4321 asdqwe123 asdzxc123 zxcvbnm1 zxcvbnm123 zxcvbnm, zxcvasdf zaq12wsx zaq1zaq1 zaq1xsw2
  !qaz2wsx !qaz1qaz @wsx3edc poiuytrewq lkjhgfdsa mnbvcxz1 mnbvcxz123 0okm9ijn 1z2x3c4v abcd1234 abcd12345
  abcdefgh abcdefghi abcdefghij abcdef123 abc12345 abc123456 abc123abc abcabc123 a1b2c3d4 a1b2c3d4e5
  a1234567 a12345678 a123456789 aa123456 aa12345678 aaa111aaa aaaaaaaa aaaaaaaaaa bbbbbbbb cccccccc
  dddddddd eeeeeeee ffffffff gggggggg hhhhhhhh jjjjjjjj kkkkkkkk llllllll mmmmmmmm nnnnnnnn oooooooo
  pppppppp qqqqqqqq rrrrrrrr ssssssss tttttttt vvvvvvvv wwwwwwww xxxxxxxx yyyyyyyy zzzzzzzz ........
  ******** 1a2b3c4d 1a2s3d4f 1234abcd 1234qwer 1234asdf 12345abc 12345qwert 123456abc 123456aa 123456ab
  123qweasd 123qwe123 123qweasdzxc 123abc123 123asd123 112358132134 42424242 69696969 666666666 77777778
  password passw0rd p@ssw0rd p@ssword pa55word pa55w0rd p455w0rd pass1234 pass12345 passpass pass@123
  p@ss1234 p@ssw0rd1 p@ssw0rd123 passw0rd1 passw0rd123 password. password! mypassword thepassword
  newpassword yourpassword password0 nopassword passwordpassword secretpassword drowssap wordpass
  iloveyou iloveyou1 iloveyou2 iloveyou12 iloveyou123 iloveyou! iloveu12 ilovegod ilovejesus ilovemom
  iloveme1 iloveme2 ilovehim ilovesex ilovemyself iloveyouu ihateyou loveyou1 lovelove loveme123 lovers12
  letmein1 letmein12 letmein123 letmein! letmeinnow welcome1 welcome2 welcome12 welcome123 welcome1234
  welcome! welcome@123 changeme changeme1 changeme123 changeit whatever whatever1 whatever123 nothing1
  trustno1 trustnoone access14 access123 admin123 admin1234 admin12345 admin123456 administrator
  admin@123 adminadmin root1234 rootroot toor1234 default1 default123 guest123 test1234 test12345 testtest
  test123456 testing1 testing123 temp1234 temporary demo1234 user1234 username login123 master12 mastermind
  internet internet1 computer computer1 computer123 keyboard software hardware samsung1 samsung123 facebook
  google123 youtube1 instagram microsoft windows1 windows10 linux123 apple123 iphone123 nokia123 motorola
  football football1 football12 baseball baseball1 basketball basketba softball soccer12 soccer123 hockey12
  liverpool liverpool1 arsenal1 arsenal123 chelsea1 chelsea123 manchester barcelona barcelona1 realmadrid
  juventus1 rangers1 yankees1 steelers eagles12 cowboys1 lakers24 jordan23 michael1 michael123 jordan123
  superman superman1 superman123 batman123 spiderman spiderman1 ironman1 wolverine deadpool1 pokemon1
  pokemon123 pikachu1 pikachu123 charizard naruto123 dragonball dragon123 dragon12 dragonfly starwars
  starwars1 startrek skywalker gandalf1 frodo123 hogwarts harrypotter terminator transformers matrix123
  minecraft minecraft1 minecraft12 minecraft123 minecraft1234 creeper1 creeper123 herobrine herobrine1
  notch123 steve123 enderman enderman1 enderdragon diamond1 diamonds1 roblox123 roblox1234 fortnite
  fortnite1 fortnite123 terraria runescape runescape1 callofduty counterstrike counter1 halflife halflife2
  warcraft warcraft3 starcraft worldofwarcraft leagueoflegends overwatch playstation xbox3600 xbox1234
  nintendo nintendo1 nintendo64 zelda123 mario123 sonic123 classicube mcgalaxy gamer123 gamergirl noobmaster
  princess princess1 princess123 sunshine sunshine1 sunshine123 butterfly butterfly1 chocolate chocolate1
  cupcake1 cookie123 strawberry blueberry pineapple watermelon cinnamon jellybean buttercup babygirl
  babygirl1 baby1234 sweetheart sweetie1 angel123 angels12 precious beautiful beautiful1 gorgeous handsome
  charlie1 charlie123 jennifer jennifer1 jessica1 jessica123 elizabeth alexander alexandra alexander1
  christian christina christine nicholas nicholas1 jonathan benjamin samantha samantha1 stephanie
  patricia margaret victoria victoria1 veronica isabella gabriela gabriel1 fernando eduardo1 alejandra
  francisco carolina valentina catherine danielle danielle1 michelle michelle1 jasmine1 anthony1 andrew123
  daniel123 thomas123 robert123 joshua123 matthew1 william1 patrick1 brandon1 ashley123 amanda123 nicole123
  natasha1 anastasia ekaterina vladimir aleksandr margarita maksim123 dmitriy1 mohammed muhammad mohamed1
  computer12 trinity1 freedom1 freedom123 liberty1 warrior1 warriors phoenix1 scorpion scorpio1 aquarius
  capricorn sagittarius predator predator1 assassin assassin1 ninja123 samurai1 vampire1 zombie123
  darkness midnight midnight1 blackcat blackjack redsox04 bluesky1 greenday greenday1 metallica metallica1
  nirvana1 slipknot slipknot1 slipknot666 ironmaiden linkinpark blink182 eminem123 rockstar rockstar1
  rocknroll guitar12 musiclover beatles1 pinkfloyd ledzeppelin acdcacdc marlboro marlboro1 budweiser
  corvette mustang1 mustang12 camaro69 porsche1 porsche911 ferrari1 mercedes bmw12345 yamaha12 kawasaki
  harley12 harleydavidson chevrolet chevy123 dodgeram trucker1 firebird thunder1 thunderbird lightning
  mountain mountain1 snowboard skateboard skater12 surfing1 fishing1 fisherman hunter12 hunter123 buckeyes
  elephant elephant1 monkey12 monkey123 monkey1234 tigers12 tiger123 panther1 panthers cheyenne dolphin1
  dolphins dolphins1 penguin1 penguins kittycat hellokitty doggy123 puppy123 bulldogs bulldog1 rottweiler
  jackass1 asshole1 bullshit fuckyou1 fuckyou2 fuckyou12 fuckyou123 fuckyou! fuckoff1 motherfucker
  biteme12 bitch123 pussycat blowjob1 sexy1234 sexygirl hotstuff playboy1 playboy123 lollipop lollipop1
  peaches1 cheese12 cheese123 pepper12 pepper123 pumpkin1 snickers butthead blahblah blahblah1 whatever12
  qwertyqwerty hellohello hello1234 hello12345 helloworld hello123 goodbye1 goodmorning goodluck1 happy123
  happiness happyday jesus123 jesuschrist jesusislord jesus777 godisgood godislove blessed1 faith123 heaven12
  america1 american1 australia canada12 england1 germany1 scotland brooklyn newyork1 newyork12 california
  florida1 london12 paris123 berlin12 moscow12 december november september february january1 january12
  monday12 friday13 saturday summer12 summer123 summer2020 summer2021 summer2022 summer2023 summer2024
  winter12 winter123 winter2020 winter2021 winter2022 winter2023 winter2024 spring12 spring123 autumn12
  spring2020 spring2021 spring2022 spring2023 spring2024 autumn2020 autumn2023 october1 november1 december1
  ncc1701d ncc1701e thx11380 rush2112 kobe2424 michael23 a1s2d3f4 z1x2c3v4 p0o9i8u7 letmein2 trustme1
  correcthorse correcthorsebatterystaple opensesame abracadabra shadow12 shadow123 master123 killer12
  killer123 bailey12 jordan12 buster12 soccer10 harley01 ranger12 daniel12 george12 summer99 tigger12
  hockey10 golfer12 maggie12 ginger12 joshua12 banana12 banana123 cookie12 orange12 purple12 silver12
`;

const WORDS = `
  password passw0rd p@ssw0rd pass qwerty qwertz azerty asdfgh zxcvbn abc abcd abcdef admin root user guest
  test login welcome hello letmein master secret dragon monkey shadow sunshine princess football baseball
  soccer hockey superman batman spiderman pokemon naruto minecraft creeper roblox fortnite gamer player
  killer hunter ninja tiger eagle falcon wolf lion panther phoenix angel love lovely iloveyou baby babygirl
  honey flower summer winter spring autumn michael jordan thomas robert daniel andrew joshua matthew anthony
  charlie jessica ashley amanda jennifer michelle nicole samsung google apple facebook computer internet
  freedom liverpool chelsea arsenal barcelona mustang ferrari porsche cookie chocolate banana orange purple
  silver golden diamond pepper ginger cheese pumpkin star starwars matrix changeme default server
`;

const ENDS = `
  1 2 7 9 11 12 13 21 22 23 69 77 88 99 00 01 007 100 101 111 123 321 666 777 999 1234 12345 123456 4321
  2000 2010 2015 2016 2017 2018 2019 2020 2021 2022 2023 2024 2025 2026 ! !! 1! 12! 123! @123 @1234 _123 .
`;

const SHORTEST = 8;

const listOf = (text: string): string[] => text.trim().split(/\s+/);

// Built when somebody first chooses a password: a start of the service, and most commands, never need it.
let made: ReadonlySet<string> | undefined;

function listCommon(): ReadonlySet<string> {
  made ??= new Set(
    [
      ...listOf(WHOLE),
      ...listOf(WORDS).flatMap((word) => listOf(ENDS).map((end) => word + end)),
    ].filter((password) => password.length >= SHORTEST),
  );
  return made;
}

/** Whether the password is one of the most common ones, however its letters are written. */
export function isCommonPassword(password: string): boolean {
  return listCommon().has(password.toLowerCase());
}

export function countCommonPasswords(): number {
  return listCommon().size;
}
