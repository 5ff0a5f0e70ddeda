import { FOLDED_ONLY, type LanguageDefinition, UNKNOWN_PRICE_WORDS, UNKNOWN_WORDS } from "./language.js";

export const german: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  forms: {
    ...FOLDED_ONLY,
    stemmers: ["light_german", "minimal_german"],
    folding: ["german_normalization"],
    keepsWord: true,
  },
  stopWords:
    "aber alle allem allen aller alles als also am an ander andere anderem anderen anderer anderes anderm andern " +
    "anderr anders auch auf aus bei bin bis bist da damit dann der den des dem die das daß derselbe derselben " +
    "denselben desselben demselben dieselbe dieselben dasselbe dazu dein deine deinem deinen deiner deines denn derer " +
    "dessen dich dir du dies diese diesem diesen dieser dieses doch dort durch ein eine einem einen einer eines einig " +
    "einige einigem einigen einiger einiges einmal er ihn ihm es etwas euer eure eurem euren eurer eures für gegen " +
    "gewesen hab habe haben hat hatte hatten hier hin hinter ich mich mir ihr ihre ihrem ihren ihrer ihres euch im in " +
    "indem ins ist jede jedem jeden jeder jedes jene jenem jenen jener jenes jetzt kann kein keine keinem keinen " +
    "keiner keines können könnte machen man manche manchem manchen mancher manches mein meine meinem meinen meiner " +
    "meines mit muss musste nach nicht nichts noch nun nur ob oder ohne sehr sein seine seinem seinen seiner seines " +
    "selbst sich sie ihnen sind so solche solchem solchen solcher solches soll sollte sondern sonst über um und uns " +
    "unse unsem unsen unser unses unter viel vom von vor während war waren warst was weg weil weiter welche welchem " +
    "welchen welcher welches wenn werde werden wie wieder will wir wird wirst wo wollen wollte würde würden zu zum " +
    "zur zwar zwischen",
  // prettier-ignore
  irregular: [
    "ei eier eiern", "öl öle ölen", "kaktus kakteen", "globus globen", "album alben", "museum museen",
    "aquarium aquarien", "terrarium terrarien", "material materialien", "fossil fossilien", "pizza pizzen",
    "bus busse", "bonus boni", "espresso espressi", "mango mangen", "baby babies", "hobby hobbies", "party parties",
    "lady ladies", "pony ponies", "atlas atlanten", "cd cds", "öse ösen", "hoch hohe hoher hohes hohen",
    "dunkel dunkle dunkler dunkles dunklen", "edel edle edler edles", "teuer teure teurer",
    "sauer saure saurer saures",
  ],
  code: "de",
  yesNo: ["Ja", "Nein"],
  headPosition: "last",
  compounds: true,
  shortEndings: "tee öl hut",
  capitalNouns: true,
  betweenWords: "mit ohne und oder aus von zu im",
  featureWords: "mit in im inkl inklusive",
  compatibilityWords: "für fuer passend",
  departments: {
    women: { words: "damen dame frauen frau", beginnings: "damen frauen" },
    men: { words: "herren männer mann", beginnings: "herren männer" },
    girls: { words: "mädchen mädel mädels", beginnings: "mädchen" },
    boys: { words: "jungen junge jungs", beginnings: "jungen" },
    children: { words: "kinder kind kindern kids", beginnings: "kinder baby säugling kleinkind" },
  },
  priceWords: {
    ...UNKNOWN_PRICE_WORDS,
    below: "unter|weniger als|günstiger als|billiger als|für unter|für weniger als",
    most: "bis|bis zu|bis max|bis maximal|höchstens|maximal|nicht mehr als|nicht über|nicht teurer als",
    least: "über|ab|mindestens|mehr als|teurer als|nicht unter|nicht weniger als",
    orLess: "oder weniger|oder günstiger|und weniger|maximal|höchstens",
    orMore: "oder mehr|und mehr|aufwärts|mindestens",
    between: "zwischen",
    and: "und|bis",
    from: "von|ab",
    to: "bis|bis zu",
    price: "preis|preise",
    currency: "franken|sfr|sfr.|fr.",
    thousand: "tausend|tsd|tsd.",
    shares: "baumwolle|wolle|seide|leinen|leder",
    grouping: "apostrophe",
  },
  negationWords: {
    before: "ohne|ohne zusatz von|ohne zugesetzten|ohne zugesetzte|kein|keine|keinen|nicht|frei von",
    behind: "frei|freie|freier|freies|freien",
    endings: "los|lose|loser|loses|losen",
  },
  measures: "zoll|liter|gramm|kilo|grad|stück|tage|wochen|monate|jahre",
  sizeWords: "größe|groesse|gr\\.?",
  // prettier-ignore
  synonyms: [
    "laptop, notebook", "fernseher, tv, fernsehgerät", "handy, smartphone, mobiltelefon", "kopfhörer, headphones",
    "festplatte, hdd", "sofa, couch", "fahrrad, rad, bike", "pullover, pulli, sweater", "hose, hosen",
    "turnschuhe, sneaker", "jeanshose, jeans", "staubsauger, sauger", "toilettenpapier, klopapier, wc-papier",
    // Only what is milked may be sold as milk in the EU (Regulation 1308/2013).
    "hafermilch, haferdrink", "sojamilch, sojadrink", "mandelmilch, mandeldrink", "reismilch, reisdrink",
    "karotte, möhre, mohrrübe", "brötchen, semmel", "hackfleisch, faschiertes", "tomate, paradeiser",
  ],
  privateWords: "einkauf einkaufspreis ek lieferant lieferanten marge gewinn intern",
};
