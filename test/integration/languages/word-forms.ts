import type { Language } from "../../../src/languages/languages.js";

interface WordPairs {
  /** Pairs of different forms of the same word. */
  readonly meet: readonly string[];
  /** Pairs of different words that look alike. */
  readonly apart: readonly string[];
}

/** Common words in shops: pairs that a search treats as the same word, and pairs that it distinguishes. */
// prettier-ignore
export const WORD_FORMS: Readonly<Partial<Record<Language, WordPairs>>> = {
  arabic: {
    meet: [
      "حذاء أحذية", "فستان فساتين", "قميص قمصان", "حقيبة حقائب", "ساعة ساعات", "كتاب كتب", "كرسي كراسي",
      "مفتاح مفاتيح", "لعبة ألعاب", "عطر عطور", "سيارة سيارات", "زجاجة زجاجات", "أحمر حمراء", "سجادة السجادة",
    ],
    apart: [
      "كتاب كرسي", "قميص قماش", "ساعة سماعة", "حذاء حزام", "عطر عطش",
    ],
  },
  bulgarian: {
    meet: [
      "обувка обувки", "рокля роклята", "риза ризи", "чанта чантите", "часовник часовници", "нож ножове", "маса маси",
      "стол столове", "яйце яйца", "дърво дървета", "пръстен пръстени", "червен червена", "малък малки",
      "прозорец прозорци",
    ],
    apart: [
      "маса масло", "кола колан", "книга килим", "риза рисунка", "нож ножица",
    ],
  },
  catalan: {
    meet: [
      "sabata sabates", "pantaló pantalons", "camisa camises", "bossa bosses", "coixí coixins", "peix peixos",
      "blanc blanques", "blau blava", "taronja taronges", "llibre llibres", "mirall miralls", "mà mans", "mig mitja",
      "sofa sofà",
    ],
    apart: [
      "taula taulell", "camisa camí", "clau clavell", "cable cabell", "plat platja",
    ],
  },
  czech: {
    meet: [
      "bota boty", "košile košil", "taška tašek", "ponožka ponožky", "hrnek hrnky", "nůž nože", "kniha knihy",
      "židle židlí", "pes psi", "oko oči", "okno oken", "červený červená", "dětský dětské", "kosile košile",
    ],
    apart: [
      "bota botník", "stůl stan", "kolo koláč", "hra hrad", "lampa lano",
    ],
  },
  danish: {
    meet: [
      "sko skoene", "kjole kjoler", "bukse bukser", "jakke jakken", "bog bøger", "stol stole", "kop kopper",
      "gaffel gafler", "nøgle nøgler", "tand tænder", "cykel cykler", "rød rødt", "lille små", "boger bøger",
      "hus huse",
    ],
    apart: [
      "sko skov", "bord bold", "kop kost", "lampe lam", "hat have",
    ],
  },
  dutch: {
    meet: [
      "schoen schoenen", "jurk jurken", "broek broeken", "tas tassen", "glas glazen", "huis huizen", "brief brieven",
      "doos dozen", "ei eieren", "foto fotos", "fiets fietsen", "grijs grijze", "groot grote", "stad steden",
      "kussen kussens",
    ],
    apart: [
      "tas taart", "bed bad", "kast kaas", "pan pen", "stoel stof",
    ],
  },
  english: {
    meet: [
      "shoe shoes", "dress dresses", "watch watches", "glass glasses", "shelf shelves", "knife knives", "foot feet",
      "hoodie hoodies", "box boxes", "battery batteries", "color colour", "jewelry jewellery", "gray grey",
      "stripe striped", "organizer organisers",
    ],
    apart: [
      "dress dressing", "university universal", "organic organizer", "short shirt", "post poster",
    ],
  },
  estonian: {
    meet: [
      "kleit kleidid", "särk särgid", "kott kotid", "king kingad", "kapp kapid", "saabas saapad", "hammas hambad",
      "raamat raamatud", "peegel peeglid", "laud lauad", "nuga noad", "punane punased", "sõrmus sõrmused",
      "sark särk",
    ],
    apart: [
      "kott kotlet", "king kingitus", "kell kelk", "pall palk", "raamat raam",
    ],
  },
  finnish: {
    meet: [
      "kenkä kengät", "mekko mekot", "takki takkeja", "laukku laukut", "pöytä pöydät", "kello kelloja",
      "sormus sormukset", "lautanen lautaset", "hammas hampaat", "käsi kädet", "puhelin puhelimet", "laite laitteet",
      "koira koiria", "punainen punaiset", "poyta pöytä",
    ],
    apart: [
      "pullo pulla", "pallo palli", "mekko mekki", "lamppu laiva", "paita paino",
    ],
  },
  french: {
    meet: [
      "chaussure chaussures", "manteau manteaux", "chapeau chapeaux", "bijou bijoux", "cheval chevaux", "œil yeux",
      "travail travaux", "blanc blanche", "long longue", "doux douce", "jeu jeux", "bleu bleues", "clé clefs",
      "gateau gâteaux", "électrique electriques",
    ],
    apart: [
      "robe robot", "pull poulet", "lit litre", "sac sucre", "main maison",
    ],
  },
  german: {
    meet: [
      "schuh schuhe", "kleid kleider", "rock röcke", "mantel mäntel", "buch bücher", "glas gläser", "fuß füße",
      "ei eier", "topf töpfe", "tasche taschen", "rot rote", "groß großer", "kaktus kakteen", "muetze mütze",
      "fuss fuß",
    ],
    apart: [
      "kleid klee", "tisch tasche", "hut haut", "uhr ohr", "bett brett",
    ],
  },
  greek: {
    meet: [
      "παπούτσι παπούτσια", "φόρεμα φορέματα", "τσάντα τσάντες", "βιβλίο βιβλία", "ρολόι ρολόγια", "μπλούζα μπλούζες",
      "ποτήρι ποτήρια", "καναπές καναπέδες", "παιχνίδι παιχνίδια", "κόκκινο κόκκινη", "μαύρο μαύρος", "άρωμα αρώματα",
      "φορεμα φόρεμα", "αυγό αβγά",
    ],
    apart: [
      "ρολόι ροδάκινο", "τυρί τύχη", "μήλο μέλι", "χαλί χάρτης", "γάτα γάντι",
    ],
  },
  hindi: {
    meet: [
      "जूता जूते", "कपड़ा कपड़े", "साड़ी साड़ियाँ", "घड़ी घड़ियां", "किताब किताबें", "कुर्सी कुर्सियाँ",
      "चादर चादरें", "खिलौना खिलौने", "काला काली", "छोटा छोटे", "चश्मा चश्मे", "गुड़िया गुड़ियाँ", "कमीज कमीज़",
    ],
    apart: [
      "जूता जाल", "घड़ी गाड़ी", "किताब किनारा", "साड़ी साबुन", "चादर चावल",
    ],
  },
  hungarian: {
    meet: [
      "cipő cipők", "ruha ruhák", "nadrág nadrágok", "táska táskák", "könyv könyvek", "asztal asztalok",
      "pohár poharak", "kanál kanalak", "tükör tükrök", "kő kövek", "ló lovak", "kés kések", "piros pirosak",
      "cipo cipő",
    ],
    apart: [
      "kés kép", "szék szép", "ruha róka", "lámpa láb", "alma álom",
    ],
  },
  indonesian: {
    meet: [
      "sepatu sepatunya", "baju bajunya", "tas tasnya", "meja mejanya", "kursi kursinya", "lampu lampunya",
      "botol botolnya", "warna warnanya", "harga harganya", "ukuran ukurannya",
    ],
    apart: [
      "baju batu", "tas tali", "meja kemeja", "kursi kunci", "lampu lampin",
    ],
  },
  irish: {
    meet: [
      "bróg bróga", "gúna gúnaí", "hata hataí", "mála málaí", "bord boird", "cupán cupáin", "léine léinte",
      "scian sceana", "bláth bláthanna", "madra madraí", "leabhar leabhair", "páiste bpáistí", "brog bróg",
    ],
    apart: [
      "bord bróg", "cat cóta", "gúna gual", "lampa lann", "rothar rud",
    ],
  },
  italian: {
    meet: [
      "scarpa scarpe", "camicia camicie", "giacca giacche", "borsa borse", "orologio orologi", "uovo uova",
      "lenzuolo lenzuola", "bicchiere bicchieri", "chiave chiavi", "gioco giochi", "fungo funghi", "bianco bianche",
      "elettrico elettrici", "citta città", "valigia valige",
    ],
    apart: [
      "letto latte", "palla pallone", "gonna gommone", "scarpa sciarpa", "carta carota",
    ],
  },
  latvian: {
    meet: [
      "kurpe kurpju", "kleita kleitas", "krekls krekli", "soma somas", "galds galdi", "krēsls krēsli", "glāze glāžu",
      "pudele pudeļu", "kaķis kaķi", "zābaks zābaki", "karote karošu", "sarkans sarkana", "kresls krēsls",
    ],
    apart: [
      "soma sols", "galds gulta", "krūze krēms", "lampa lapa", "siers sirds",
    ],
  },
  lithuanian: {
    meet: [
      "batas batai", "suknelė suknelės", "kelnės kelnių", "kepurė kepurės", "laikrodis laikrodžiai", "stalas stalai",
      "knyga knygų", "peilis peiliai", "dviratis dviračiai", "kamuolys kamuoliai", "raudonas raudona",
      "veidrodis veidrodžiai", "kede kėdė",
    ],
    apart: [
      "batas baltas", "stalas stiklas", "knyga knygynas", "lova lapas", "raktas rankena",
    ],
  },
  norwegian: {
    meet: [
      "sko skoene", "kjole kjoler", "bukse buksene", "genser gensere", "bok bøker", "stol stoler", "nøkkel nøkler",
      "fot føtter", "tann tenner", "sykkel sykler", "plante planter", "rød rødt", "hvit hvitt", "håndkle håndklær",
      "boker bøker",
    ],
    apart: [
      "plante plan", "belte bel", "sko skog", "bord bolle", "lampe lam",
    ],
  },
  persian: {
    meet: [
      "کفش کفشها", "کتاب کتابها", "لباس لباسها", "کیف کیفها", "ساعت ساعتها", "میز میزها", "لیوان لیوانها",
      "گوشی گوشیها", "كتاب کتاب", "رنگ رنگها",
    ],
    apart: [
      "کفش کیف", "کتاب کاغذ", "لباس لیوان", "میز موز", "رنگ رینگ",
    ],
  },
  polish: {
    meet: [
      "but buty", "sukienka sukienki", "koszula koszule", "torebka torebek", "stół stoły", "nóż noże",
      "krzesło krzeseł", "pies psy", "ręka ręce", "kabel kable", "pierścionek pierścionki", "czerwony czerwona",
      "skórzany skórzane", "lozko łóżko", "zegarek zegarków",
    ],
    apart: [
      "but butelka", "kot kotlet", "torba tort", "szafa szafir", "ser serce",
    ],
  },
  portuguese: {
    meet: [
      "sapato sapatos", "calção calções", "pão pães", "anel anéis", "lençol lençóis", "luz luzes", "flor flores",
      "viagem viagens", "móvel móveis", "fóssil fósseis", "mão mãos", "bom boa", "preto preta", "botao botões",
      "portátil portáteis",
    ],
    apart: [
      "copo corpo", "mesa meia", "cama camisa", "faca face", "bola bolacha",
    ],
  },
  romanian: {
    meet: [
      "pantof pantofi", "rochie rochii", "cămașă cămăși", "geantă genți", "covor covoare", "telefon telefoane",
      "masă mese", "floare flori", "oglindă oglinzi", "cheie chei", "negru neagră", "verde verzi", "brad brazi",
      "camasa cămașă",
    ],
    apart: [
      "masă mască", "pat patină", "cană cal", "pernă perie", "lampă lamă",
    ],
  },
  russian: {
    meet: [
      "туфля туфель", "платье платьев", "рубашка рубашек", "носок носки", "кольцо колец", "яйцо яиц", "цветок цветы",
      "ковёр ковры", "щетка щёток", "чехол чехлы", "красный красные", "синий синее", "ёлка елки", "зеркало зеркала",
    ],
    apart: [
      "стол столица", "кот котлета", "лампа лапа", "книга кинза", "ложка лодка",
    ],
  },
  spanish: {
    meet: [
      "zapato zapatos", "pantalón pantalones", "luz luces", "lápiz lápices", "reloj relojes", "árbol árboles",
      "champú champús", "jersey jerséis", "camisa camisas", "rojo rojas", "pequeño pequeña", "azul azules",
      "club clubes", "cojin cojines", "menú menús",
    ],
    apart: [
      "cama cámara", "silla sillón", "falda faldón", "carta cartón", "copa copia",
    ],
  },
  swedish: {
    meet: [
      "sko skor", "klänning klänningar", "byxa byxor", "bok böcker", "stol stolar", "fot fötter", "tand tänder",
      "cykel cyklar", "nyckel nycklar", "gaffel gafflar", "fönster fönstret", "röd rött", "liten små",
      "byxor byxorna", "klanning klänning",
    ],
    apart: [
      "hus hud", "lampa lamm", "stol stål", "bord bok", "hatt hall",
    ],
  },
  turkish: {
    meet: [
      "ayakkabı ayakkabıları", "elbise elbiseler", "gömlek gömleği", "çanta çantası", "kitap kitaplar",
      "dolap dolabı", "yatak yatakları", "bardak bardağı", "renk rengi", "saat saati", "ağız ağzı",
      "telefon telefonu", "çiçek çiçekler", "gomlek gömlek",
    ],
    apart: [
      "kitap kiraz", "saat saç", "etek ekmek", "masa maske", "halı havlu",
    ],
  },
  ukrainian: {
    meet: [
      "черевик черевики", "сукня суконь", "сорочка сорочки", "сумка сумок", "стіл столи", "ніж ножі", "вікно вікон",
      "чохол чохли", "колесо коліс", "чашка чашки", "червоний червона", "дзеркало дзеркала", "горіх горіхи",
      "ґанок ганок",
    ],
    apart: [
      "сумка сума", "книга казка", "шапка шафа", "кіт кут", "лампа лапа",
    ],
  },
};
