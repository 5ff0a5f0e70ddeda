import { FOLDED_ONLY, type LanguageDefinition, UNKNOWN_PRICE_WORDS, UNKNOWN_WORDS } from "./language.js";

export const czech: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  forms: { ...FOLDED_ONLY, stemmers: ["czech"], stemEndings: [["(?<=\\p{L}[bcdfghjklmnprstvz])e([klnr])$", "$1"]] },
  stopWords:
    "a s k o i u v z cz tímto budeš budem byli jseš můj svým ta tomto tohle tuto tyto jej zda proč máte tato kam " +
    "tohoto kdo kteří mi nám tom tomuto mít nic proto kterou byla toho protože asi ho naši re což tím takže svých " +
    "její svými jste aj tu tedy teto bylo kde ke ji nad nejsou či pod mezi přes ty pak vám ani když však jsem tento " +
    "aby jsme před jejich byl ještě až bez také pouze vaše která nás pokud může jeho své jiné není vás jen podle zde " +
    "už být více bude již než který by které co nebo ten tak má při od po jsou jak další ale si se ve to jako za zpět " +
    "ze do pro je na atd atp jakmile přičemž já on ona ono oni ony my vy jí mě mne jemu tomu těm těmu němu němuž " +
    "jehož jíž jelikož jež jakož načež",
  // prettier-ignore
  irregular: [
    "nuh nože nožů noži nožem", "vuh vozy vozů", "vejk vajec", "hra hry her hru", "ps psi psů psy psa",
    "oko oči očí", "uch uši uší", "dn dny dní", "ln lnu", "lv lvi", "člověk lidé", "sníh sněhu", "mir měr",
    "dir děr", "penih peněz",
  ],
  code: "cs",
  yesNo: ["Ano", "Ne"],
  headPosition: "last",
  departments: {
    women: {
      words: "dámské dámský dámská dámských dámskou ženy žena žen ženám ženské ženský ženská",
      beginnings: "dámsk",
    },
    men: {
      words: "pánské pánský pánská pánských pánskou muži muž muže mužů mužům mužské mužský mužská",
      beginnings: "pánsk mužsk",
    },
    girls: { words: "dívčí dívky dívka dívek holčičí holky", beginnings: "dívč" },
    boys: {
      words: "chlapecké chlapecký chlapecká chlapec chlapci chlapců klučičí kluci",
      beginnings: "chlapec chlapc",
    },
    children: {
      words: "dětské dětský dětská dětských dětskou děti dítě dětí dětem",
      beginnings: "dětsk kojenec batole",
    },
  },
  priceWords: {
    ...UNKNOWN_PRICE_WORDS,
    below: "pod|méně než|levnější než",
    most: "do|maximálně|nejvýše",
    least: "nad|od|více než|alespoň|minimálně",
    orLess: "nebo méně|a méně",
    orMore: "nebo více|a více",
    between: "mezi",
    and: "a",
    from: "od",
    to: "do|až",
    price: "cena|ceny|v ceně",
    currency: "korun|koruny|korunu",
    thousand: "tisíc|tis|tis.",
    grouping: "space",
  },
  negationWords: { before: "bez", behind: null, endings: null },
};
