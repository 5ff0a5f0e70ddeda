import { FOLDED_ONLY, type LanguageDefinition, UNKNOWN_PRICE_WORDS, UNKNOWN_WORDS } from "./language.js";

export const hungarian: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  forms: { ...FOLDED_ONLY, stemmers: ["hungarian"], keepsWord: true },
  stopWords:
    "a ahogy ahol aki akik akkor alatt által általában amely amelyek amelyekben amelyeket amelyet amelynek ami amit " +
    "amolyan amíg amikor át abban ahhoz annak arra arról az azok azon azt azzal azért aztán azután azonban bár be " +
    "belül benne csak de e eddig egész egy egyes egyetlen egyéb egyik egyre ekkor el elég ellen elő először előtt " +
    "első én éppen ebben ehhez emilyen ennek erre ez ezt ezek ezen ezzel ezért és fel felé hanem hiszen hogy hogyan " +
    "igen így illetve ill ilyen ilyenkor ismét itt jó jól jobban kell kellett keresztül keressünk ki kívül között " +
    "közül legalább lehet lehetett legyen lenne lenni lesz lett maga magát majd már más másik meg még mellett mert " +
    "mely melyek mi mit míg miért milyen mikor minden mindent mindenki mindig mint mintha mivel most nagy nagyobb " +
    "nagyon ne néha nekem neki nem néhány nélkül nincs olyan ott össze ő ők őket pedig persze rá s saját sem semmi " +
    "sok sokat sokkal számára szemben szerint szinte talán tehát teljes tovább továbbá több úgy ugyanis új újabb újra " +
    "után utána utolsó vagy vagyis valaki valami valamint való vagyok van vannak volt voltam voltak voltunk vissza " +
    "vele viszont volna",
  // prettier-ignore
  irregular: [
    "tükör tükrök tükröt", "eper eprek epret", "bokor bokrok", "álom álmok", "majom majmok", "farok farkak",
    "szobor szobrok", "torony tornyok", "iker ikrek", "cukor cukrot", "méreg mérgek", "fa fák", "ló lovak lovat",
    "tó tavak", "kő kövek", "cső csövek csövet", "szó szavak", "hó havat", "mű művek", "fű füvek füvet",
    "kehely kelyhek", "teher terhek", "pehely pelyhek", "sátor sátrak sátrat", "kapocs kapcsok", "csokor csokrok",
    "ökör ökrök", "marok markok", "selyem selymek", "köröm körmök", "vödör vödrök", "tücsök tücskök", "gödör gödrök",
    "szeder szedrek", "élelem élelmek", "szatyor szatyrok", "sarok sarkak sarkok", "bajusz bajszok",
  ],
  code: "hu",
  yesNo: ["Igen", "Nem"],
  headPosition: "last",
  departments: {
    women: { words: "női nő nők nőknek", beginnings: null },
    men: { words: "férfi férfiak férfiaknak", beginnings: "férfi" },
    girls: { words: "lány lányok lányos", beginnings: "lány" },
    boys: { words: "fiú fiúk fiús", beginnings: "fiú" },
    children: { words: "gyerek gyerekek gyerekeknek gyermek gyermekek", beginnings: "gyerek gyermek csecsemő baba" },
  },
  priceWords: {
    ...UNKNOWN_PRICE_WORDS,
    below: "kevesebb mint|olcsóbb mint",
    most: "legfeljebb",
    least: "legalább|több mint",
    orLess: "alatt|alatti|-ig|vagy kevesebb",
    orMore: "felett|feletti|fölött|fölötti|-tól|vagy több",
    and: "és",
    within: "között|közötti",
    price: "ár|ára|áron",
    currency: "ft|forint",
    thousand: "ezer",
    grouping: "space",
  },
  negationWords: { before: null, behind: "nélkül|nélküli|mentes", endings: "talan|telen" },
};
