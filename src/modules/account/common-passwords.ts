// The passwords that guessers try first: a list of whole passwords, and words with common endings.

/** Whole passwords from the top of leaked lists, without those that `WORDS` and `ENDS` already make. */
const WHOLE = `
  12345678 123456789 1234567890 12345678910 123456789a 1234567891 123123123 12341234 12344321 11223344
  112233445566 1122334455 123454321 123321123 12121212 13131313 10101010 20202020 01234567 012345678
  0123456789 0987654321 987654321 9876543210 87654321 88888888 11111111 111111111 1111111111 22222222 33333333
  44444444 55555555 66666666 77777777 99999999 999999999 00000000 000000000 0000000000 123456780 147258369
  159357456 159753456 741852963 963852741 789456123 456123789 321654987 147896325 14725836 15935746 12301230
  12312312 19841984 19871987 19881988 19891989 19901990 19911991 19921992 20002000 20102010 20202021 31415926
  314159265 27182818 86753091 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 1qaz1qaz
  2wsx3edc 3edc4rfv q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qazwsxedc qazwsx123 qazxswedc qweasdzxc qweasd123
  qwe123qwe qwer1234 qwer4321 qwert123 qwert12345 qwertyui qwertyuiop qwertyuiop123 qwertyuiop[] qwerty78
  qwertzui qwertzuiop azertyui azertyuiop asdfghjk asdfghjkl asdfghjkl; asdf1234 asdfasdf asdf4321 asdqwe123
  asdzxc123 zxcvbnm1 zxcvbnm123 zxcvbnm, zxcvasdf zaq12wsx zaq1zaq1 zaq1xsw2 !qaz2wsx !qaz1qaz @wsx3edc
  poiuytrewq lkjhgfdsa mnbvcxz1 mnbvcxz123 0okm9ijn 1z2x3c4v abcdefgh abcdefghi abcdefghij abc123abc abcabc123
  a1b2c3d4 a1b2c3d4e5 a1234567 a12345678 a123456789 aa123456 aa12345678 aaa111aaa aaaaaaaa aaaaaaaaaa bbbbbbbb
  cccccccc dddddddd eeeeeeee ffffffff gggggggg hhhhhhhh jjjjjjjj kkkkkkkk llllllll mmmmmmmm nnnnnnnn oooooooo
  pppppppp qqqqqqqq rrrrrrrr ssssssss tttttttt vvvvvvvv wwwwwwww xxxxxxxx yyyyyyyy zzzzzzzz ........ ********
  1a2b3c4d 1a2s3d4f 1234abcd 1234qwer 1234asdf 12345abc 12345qwert 123456abc 123456aa 123456ab 123qweasd
  123qwe123 123qweasdzxc 123abc123 123asd123 112358132134 42424242 69696969 666666666 77777778 password
  passw0rd p@ssw0rd p@ssword pa55word pa55w0rd p455w0rd passpass p@ss1234 mypassword thepassword newpassword
  yourpassword password0 nopassword passwordpassword secretpassword drowssap wordpass iloveyou iloveu12
  ilovegod ilovejesus ilovemom iloveme1 iloveme2 ilovehim ilovesex ilovemyself iloveyouu ihateyou loveyou1
  lovelove loveme123 lovers12 letmeinnow changeme changeit whatever whatever1 whatever123 nothing1 trustno1
  trustnoone access14 access123 administrator adminadmin rootroot toor1234 testtest testing1 testing123
  temp1234 temporary demo1234 username mastermind internet computer keyboard software hardware facebook
  youtube1 instagram microsoft windows1 windows10 linux123 iphone123 nokia123 motorola football baseball
  basketball basketba softball liverpool manchester barcelona realmadrid juventus1 rangers1 yankees1 steelers
  eagles12 cowboys1 lakers24 superman spiderman ironman1 wolverine deadpool1 pikachu1 pikachu123 charizard
  dragonball dragonfly starwars startrek skywalker gandalf1 frodo123 hogwarts harrypotter terminator
  transformers minecraft herobrine herobrine1 notch123 steve123 enderman enderman1 enderdragon diamonds1
  fortnite terraria runescape runescape1 callofduty counterstrike counter1 halflife halflife2 warcraft
  warcraft3 starcraft worldofwarcraft leagueoflegends overwatch playstation xbox3600 xbox1234 nintendo
  nintendo1 nintendo64 zelda123 mario123 sonic123 classicube mcgalaxy gamergirl noobmaster princess sunshine
  butterfly butterfly1 chocolate cupcake1 strawberry blueberry pineapple watermelon cinnamon jellybean
  buttercup babygirl sweetheart sweetie1 angels12 precious beautiful beautiful1 gorgeous handsome jennifer
  elizabeth alexander alexandra alexander1 christian christina christine nicholas nicholas1 jonathan benjamin
  samantha samantha1 stephanie patricia margaret victoria victoria1 veronica isabella gabriela gabriel1
  fernando eduardo1 alejandra francisco carolina valentina catherine danielle danielle1 michelle jasmine1
  william1 patrick1 brandon1 natasha1 anastasia ekaterina vladimir aleksandr margarita maksim123 dmitriy1
  mohammed muhammad mohamed1 trinity1 liberty1 warrior1 warriors scorpion scorpio1 aquarius capricorn
  sagittarius predator predator1 assassin assassin1 samurai1 vampire1 zombie123 darkness midnight midnight1
  blackcat blackjack redsox04 bluesky1 greenday greenday1 metallica metallica1 nirvana1 slipknot slipknot1
  slipknot666 ironmaiden linkinpark blink182 eminem123 rockstar rockstar1 rocknroll guitar12 musiclover
  beatles1 pinkfloyd ledzeppelin acdcacdc marlboro marlboro1 budweiser corvette camaro69 porsche911 mercedes
  bmw12345 yamaha12 kawasaki harley12 harleydavidson chevrolet chevy123 dodgeram trucker1 firebird thunder1
  thunderbird lightning mountain mountain1 snowboard skateboard skater12 surfing1 fishing1 fisherman buckeyes
  elephant elephant1 tigers12 panthers cheyenne dolphin1 dolphins dolphins1 penguin1 penguins kittycat
  hellokitty doggy123 puppy123 bulldogs bulldog1 rottweiler jackass1 asshole1 bullshit fuckyou1 fuckyou2
  fuckyou12 fuckyou123 fuckyou! fuckoff1 motherfucker biteme12 bitch123 pussycat blowjob1 sexy1234 sexygirl
  hotstuff playboy1 playboy123 lollipop lollipop1 peaches1 snickers butthead blahblah blahblah1 whatever12
  qwertyqwerty hellohello helloworld goodbye1 goodmorning goodluck1 happy123 happiness happyday jesus123
  jesuschrist jesusislord jesus777 godisgood godislove blessed1 faith123 heaven12 america1 american1 australia
  canada12 england1 germany1 scotland brooklyn newyork1 newyork12 california florida1 london12 paris123
  berlin12 moscow12 december november september february january1 january12 monday12 friday13 saturday
  october1 november1 december1 ncc1701d ncc1701e thx11380 rush2112 kobe2424 a1s2d3f4 z1x2c3v4 p0o9i8u7
  trustme1 correcthorse correcthorsebatterystaple opensesame abracadabra bailey12 buster12 soccer10 harley01
  ranger12 george12 tigger12 hockey10 golfer12 maggie12
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

const listOf = (text: string): string[] => text.trim().split(/\s+/);

/** Lists all common passwords in lower case. */
export const listCommonPasswords = (): string[] => [
  ...listOf(WHOLE),
  ...listOf(WORDS).flatMap((word) => listOf(ENDS).map((end) => word + end)),
];
