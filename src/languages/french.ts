import { FOLDED_ONLY, type LanguageDefinition, UNKNOWN_PRICE_WORDS, UNKNOWN_WORDS } from "./language.js";

export const french: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  forms: {
    ...FOLDED_ONLY,
    stemmers: ["light_french"],
    elidedArticles: "l m t qu n s j d c jusqu quoiqu lorsqu puisqu",
  },
  stopWords:
    "au aux avec ce ces dans de des du elle en et eux il je la le leur lui ma mais me même mes moi mon ne nos notre " +
    "nous on ou par pas pour qu que qui sa se ses sur ta te tes toi ton tu un une vos votre vous à y étée étées étant " +
    "suis es êtes sont serai seras sera serons serez seront serais serait serions seriez seraient étais était étions " +
    "étiez étaient fus fûmes fûtes furent sois soit soyons soyez soient fusse fusses fussions fussiez fussent ayant " +
    "eu eue eues eus ai avons avez ont aurai aurons aurez auront aurais aurait aurions auriez auraient avais avait " +
    "aviez avaient eut eûmes eûtes eurent aie aies ait ayons ayez aient eusse eusses eût eussions eussiez eussent " +
    "ceci cela celà cet cette ici ils les leurs quel quels quelle quelles sans soi",
  // prettier-ignore
  irregular: [
    "œil yeux", "travail travaux", "vitrail vitraux", "émail émaux", "corail coraux", "ciel cieux",
    "monsieu messieurs", "madam mesdames", "blanc blanche blanches", "sec sèche sèches", "frai fraîche fraîches",
    "dou douce douces", "rou rousse rousses", "long longue longues", "neuf neuve neuves", "vif vive vives",
    "nouveau nouvelle nouvelles nouvel", "beau belle belles bel", "vieu vieille vieilles vieil",
    "gro grosse grosses", "gra grasse grasses", "epai épaisse épaisses", "leg légère légères",
    "enti entière entières", "premi première premières", "derni dernière", "public publique", "turc turque",
    "grec grecque grecques", "clé clef clefs", "franc franche", "bonhom bonshommes", "nu nue", "net nette",
    "cuil cuillère cuillères", "yaourt yogourt", "fau fausse fausses", "favori favorite", "jumeau jumelle",
  ],
  code: "fr",
  yesNo: ["Oui", "Non"],
  headPosition: "first",
  betweenWords: "avec sans et ou en de du des à",
  featureWords: "avec",
  compatibilityWords: "pour compatible",
  departments: {
    women: { words: "femme femmes dame dames", beginnings: null },
    men: { words: "homme hommes monsieur", beginnings: null },
    girls: { words: "fille filles fillette fillettes", beginnings: null },
    boys: { words: "garçon garçons", beginnings: null },
    children: { words: "enfant enfants", beginnings: "bébé nourrisson puéricult" },
  },
  priceWords: {
    ...UNKNOWN_PRICE_WORDS,
    below: "moins de|à moins de|pour moins de|moins cher que|en dessous de|au-dessous de",
    most: "sous|jusqu'à|au plus|maximum|pas plus de",
    least: "plus de|à partir de|au moins|au-dessus de|dès|pas moins de|minimum",
    orLess: "ou moins|au plus|au maximum|maximum",
    orMore: "ou plus|et plus|au moins|minimum",
    between: "entre",
    and: "et|à",
    from: "de|à partir de",
    to: "à|jusqu'à",
    price: "prix|au prix",
    thousand: "mille",
    shares: "coton|laine|soie|lin|cuir",
    grouping: "space|apostrophe",
  },
  negationWords: { before: "sans|sans ajout de", behind: null, endings: null },
  measures: "pouces?|litres?|jours|mois|ans",
  sizeWords: "taille|pointure",
  // prettier-ignore
  synonyms: [
    "ordinateur portable, pc portable, laptop, notebook", "télévision, téléviseur, tv, télé",
    "téléphone portable, smartphone, mobile", "casque, écouteurs", "frigo, réfrigérateur", "disque dur, hdd",
    "baskets, tennis, sneakers", "pull, pullover, chandail", "vélo, bicyclette", "canapé, sofa",
  ],
  privateWords: "fournisseur achat marge",
};
