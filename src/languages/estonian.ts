import { FOLDED_ONLY, type LanguageDefinition, UNKNOWN_PRICE_WORDS, UNKNOWN_WORDS } from "./language.js";

export const estonian: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  forms: {
    ...FOLDED_ONLY,
    wordEndings: [
      ["(?<=\\p{L}{3})(?:ne|sed|se)$", "s"],
      ["(?<=\\p{L}{3})(?:[aeiu]?d|[iu]t|[aeiu])$", ""],
      ["(?<=\\p{L}{2})e([lnr])$", "$1"],
      ["([kpt])\\1$", "$1"],
      ["g$", "k"],
      ["b$", "p"],
      ["d$", "t"],
    ],
    keepsWord: true,
  },
  stopWords:
    "all alla allapoole allpool alt altpoolt eel eespool enne hommikupoole hoolimata ilma kaudu keset kesk kohe koos " +
    "kuhupoole kuni kuspool kustpoolt kõige käsikäes ligi läbi mööda paitsi peale pealepoole pealpool pealt " +
    "pealtpoolt piki pikku piku pikuti põiki pärast päri risti sealpool sealtpoolt seespool seltsis siiapoole " +
    "siinpool siitpoolt sinnapoole sissepoole taga tagantpoolt tagapidi tagapool taha tahapoole teispool teispoole " +
    "tänu tükkis vaatamata vastu väljapoole väljaspool väljastpoolt õhtupoole ühes ühestükis ühestükkis ülalpool " +
    "ülaltpoolt üle ülespoole ülevalpool ülevaltpoolt ümber ümbert aegu aegus alguks algul algule algult alguni alul " +
    "alutsi arvel asemel asemele eeli ees eesotsas eest eestotsast esitsi ette etteotsa haaval heaks hulgas hulgast " +
    "hulka jalgu jalus jalust jaoks jooksul juurde juures juurest jälil jälile järel järele järelt järgi kaasas " +
    "kallal kallale kallalt kamul kannul kannule kannult kaupa keskel keskele keskelt keskis keskpaiku kestel kestes " +
    "kiuste kohal kohale kohalt kohaselt kohta korral kukil kukile kukilt kulul kõrva kõrval kõrvale kõrvalt kõrvas " +
    "kõrvast käekõrval käekõrvale käekõrvalt käes käest kätte külge küljes küljest ligidal ligidale ligidalt lool " +
    "lähedal lähedale lähedalt man mant manu meelest najal najale najalt nõjal nõjale otsa otsas otsast paigale paigu " +
    "paiku peal perra perrä pidi pihta pool poole poolest poolt puhul puksiiris pähe päralt päras ringi ringis risust " +
    "saadetusel saadik saatel saati seas seast sees seest sekka seljataga seltsi seltsist sisse slepis suhtes šlepis " +
    "tagant tagantotsast tagaotsas tagaselja tagasi tagast tagutsi tahaotsa takka tarvis tasa tuuri tuuris tõttu uhal " +
    "vahel vahele vahelt vahepeal vahepeale vahepealt vahetsi varal varale varul vastas vastast veerde veeres viisi " +
    "võidu võrd võrdki võrra võrragi väel väele vältel väärt väärtki äärde ääre ääres äärest abil aina ainult alalt " +
    "alates alati alles eales ealeski edasi edaspidi eelkõige eemal ei eks end enda enese ennem esialgu hoopis iganes " +
    "igatahes igati iial iialgi ikka ikkagi ilmaski iseenda iseenese iseenesest isegi jah ju juba juhul just " +
    "järelikult ka kah kas kasvõi keda kestahes kogu koguni kohati kokku kuhu kuhugi kuidagi kuidas kunagi kus " +
    "kusagil kusjuures kuskil kust kõigepealt küll liiga lisaks miks mil millal millalgi mispärast mistahes mistõttu " +
    "mitte muide muidu muidugi muist mujal mujale mujalt mõlemad mõnda mõne mõnikord nii niikaua niimoodi niipaljuke " +
    "niisama niisiis niivõrd nõnda nüüd omaette omakorda omavahel ometi palju paljuke palju-palju peaaegu peagi " +
    "peamiselt pigem pisut praegu päris rohkem samas samuti seal sealt sedakorda sedapuhku seega seejuures seejärel " +
    "seekord seepärast seetõttu sellepärast seni sestap siia siiani siin siinkohal siis siiski siit sinna suht teel " +
    "teineteise tõesti täiesti umbes veel veelgi vist võibolla võib-olla väga vähemalt välja väljas väljast ära " +
    "ühtlasi üksi ükskõik ülal ülale ülalt üles ülesse üleval ülevalt ülimalt üsna aga ega ehk ehkki elik ellik enge " +
    "ennegu ent et ja justkui kui kuid kuigi kuivõrd kuna kut mistab muudkui nagu nigu ning olgugi otsekui otsenagu " +
    "selmet sest sestab vaid või üh eelmine eikeegi eimiski emb-kumb enam enim iga igasugune igaüks ise isesugune " +
    "järgmine keegi kes kumb kumbki kõik meiesugune meietaoline midagi mihuke mihukene milletaoline milline mina " +
    "minake mingi mingisugune minusugune minutaoline mis miski miskisugune missugune misuke mitmes mitmesugune mitu " +
    "mitu-mitu mitu-setu mõlema mõnesugune mõni mõningane mõningas mäherdune määrane naasugune need nemad nendesugune " +
    "nendetaoline nihuke nihukene niimitu niisamasugune niisugune nisuke nisukene oma omaenese omasugune omataoline " +
    "praegune sama samasugune samataoline see seesama seesamane seesamune seesinane seesugune selline sihuke sihukene " +
    "sina sinusugune sinutaoline siuke siukene säherdune säärane taoline teiesugune teine teistsugune tema temake " +
    "temakene temasugune temataoline too toosama toosamane üks üksteise hakkama minema olema pidama saama tegema " +
    "tulema võima",
  // prettier-ignore
  irregular: [
    "kinnas kindad kindaid kinda", "laud laudu", "padi padjad padja patju", "nuga noad noa",
    "lusikas lusikad lusika lusikaid", "leib leivad leiva", "hammas hambad hamba hambaid", "hambahari hambaharjad",
    "hari harjad harja", "jalgratas jalgrattad jalgratta", "ratas rattad ratta", "võti võtmed võtme",
    "mänguasi mänguasjad mänguasju", "asi asjad asja", "väike väikesed väikese väiksed",
    "saabas saapad saapa saapaid", "jalg jalad jala", "käsi käed käe", "tuba toad toa", "uus uued uue",
    "rõngas rõngad", "kangas kangad", "kuub kuued kuue", "püks pükste", "prill prillide", "king kingade",
    "riie riided riiete", "voodi voodite", "puu puid", "kuusk kuused kuuse", "õis õied õie", "vesi vee vett",
    "köis köied köie", "mesi mee mett", "süsi söed", "pood poed poe", "jope jopesid jopede", "sõrmus sõrmuste",
  ],
  code: "et",
  yesNo: ["Jah", "Ei"],
  headPosition: "last",
  departments: {
    women: { words: "naised naine naiste naistele", beginnings: "naiste" },
    men: { words: "mehed mees meeste meestele", beginnings: "meeste" },
    girls: { words: "tüdrukud tüdruk tüdrukute tüdrukutele", beginnings: "tüdruku" },
    boys: { words: "poisid poiss poiste poistele", beginnings: "poiste" },
    children: { words: "lapsed laps laste lastele", beginnings: "laste beebi imiku" },
  },
  priceWords: {
    ...UNKNOWN_PRICE_WORDS,
    below: "alla|vähem kui|odavam kui",
    most: "kuni|maksimaalselt",
    least: "üle|alates|vähemalt|rohkem kui",
    and: "ja",
    from: "alates",
    to: "kuni",
    within: "vahel",
    price: "hind|hinnaga",
    currency: "eurot",
    thousand: "tuhat",
    grouping: "space",
  },
  negationWords: { before: "ilma", behind: null, endings: null },
};
