import { FOLDED_ONLY, type LanguageDefinition, UNKNOWN_PRICE_WORDS, UNKNOWN_WORDS } from "./language.js";

export const polish: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  forms: {
    ...FOLDED_ONLY,
    wordEndings: [
      ["(?<=\\p{L}{3})(?:i?ami|i?ach|owie|owi|i?ego|i?emu|[iy]mi|i?ej|[iy]ch|i?om|ow|[iy]m|i[aeou]|[aeiouy])$", ""],
      ["(?<=\\p{L}[bcdfghjklmnprstwz])i?e([bcklnr])$", "$1"],
    ],
  },
  stopWords:
    "a albo ale by być co czy dla do i ich jak jako je jego jej jest już która które który lub ma mi na nad nie niż o " +
    "od oraz po pod przez przy są się ta tak te tego tej ten to tu tych tym u w we z za ze że",
  // prettier-ignore
  irregular: [
    "ząb zęby zębów zębami", "ręka ręce rąk", "pies psy psów psa psem", "gra gry gier grę grze", "człowiek ludzie",
    "bateria baterii", "oko oczy oczu oczami", "ucho uszy uszu", "tydzień tygodnie", "dzień dni", "lew lwy",
    "mech mchu", "wieś wsi", "łeb łby", "sen sny", "księga ksiąg", "dąb dęby dębu dębów", "gołąb gołębie",
    "żołądź żołędzie", "święto świąt", "wstęga wstąg", "pieniądz pieniędzy", "krąg kręgi kręgów", "seria serii",
    "akcesoria akcesoriów", "magnolia magnolii", "lilia lilii", "ćma ćmy", "kocioł kotły kotła", "kozioł kozły",
    "orzeł orły", "osioł osły", "ul ule", "oś osie", "tło teł", "kra kier", "mysz myszka myszki myszek",
    "len lnu lniany",
  ],
  code: "pl",
  yesNo: ["Tak", "Nie"],
  headPosition: "first",
  departments: {
    women: {
      words: "damskie damski damska damskich damskiej damską kobieta kobiety kobiet kobiece kobiecy kobieca",
      beginnings: "damsk kobie",
    },
    men: {
      words: "męskie męski męska męskich męskiej męską mężczyzna mężczyzny mężczyzn mężczyźni",
      beginnings: "męsk mężczy",
    },
    girls: {
      words: "dziewczynka dziewczynki dziewczynek dziewczęce dziewczęcy dziewczęca dziewczęcych",
      beginnings: "dziewcz",
    },
    boys: {
      words: "chłopiec chłopca chłopcy chłopców chłopięce chłopięcy chłopięca chłopięcych",
      beginnings: "chłopiec chłopc chłopięc",
    },
    children: {
      words: "dziecięce dziecięcy dziecięca dziecięcych dzieci dziecko dziecka",
      beginnings: "dziec niemowl",
    },
  },
  priceWords: {
    ...UNKNOWN_PRICE_WORDS,
    below: "poniżej|mniej niż|taniej niż|tańsze niż",
    most: "do|maksymalnie|najwyżej|nie więcej niż|maks|maks.",
    least: "powyżej|ponad|od|więcej niż|co najmniej|nie mniej niż",
    orLess: "lub mniej|i mniej",
    orMore: "lub więcej|i więcej|wzwyż",
    between: "między|pomiędzy",
    and: "a|i",
    from: "od",
    to: "do",
    price: "cena|ceny|w cenie",
    currency: "złoty|złote|złotych|zlotych",
    thousand: "tys|tys.|tysiąc|tysiące|tysięcy",
    grouping: "space",
  },
  negationWords: { before: "bez", behind: null, endings: null },
};
