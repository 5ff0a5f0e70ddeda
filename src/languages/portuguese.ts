import { FOLDED_ONLY, type LanguageDefinition, UNKNOWN_PRICE_WORDS, UNKNOWN_WORDS } from "./language.js";

export const portuguese: LanguageDefinition = {
  ...UNKNOWN_WORDS,
  forms: {
    ...FOLDED_ONLY,
    stemmers: ["light_portuguese"],
    wordEndings: [
      ["(?<=\\p{L}{2})(?:oes|aes|aos)$", "ao"],
      ["(?<=\\p{L}[aeou])is$", "l"],
      ["(?<=\\p{L}{3}[rz])es$", ""],
      ["(?<=\\p{L}{3})s$", ""],
      ["(?<=\\p{L}{3})[ao]$", ""],
    ],
  },
  stopWords:
    "de a o que e do da em um para com não uma os no se na por mais as dos como mas ao ele das à seu sua ou quando " +
    "muito nos já eu também só pelo pela até isso ela entre depois sem mesmo aos seus quem nas me esse eles você essa " +
    "num nem suas meu às minha numa pelos elas qual nós lhe deles essas esses pelas este dele tu te vocês vos lhes " +
    "meus minhas teu tua teus tuas nosso nossa nossos nossas dela delas esta estes estas aquele aquela aqueles " +
    "aquelas isto aquilo estou está estamos estão estive esteve estivemos estiveram estava estávamos estavam estivera " +
    "estivéramos esteja estejamos estejam estivesse estivéssemos estivessem estiver estivermos estiverem hei há " +
    "havemos hão houve houvemos houveram houvera houvéramos haja hajamos hajam houvesse houvéssemos houvessem houver " +
    "houvermos houverem houverei houverá houveremos houverão houveria houveríamos houveriam sou somos são era éramos " +
    "eram fui foi fomos foram fora fôramos seja sejamos sejam fosse fôssemos fossem for formos forem serei será " +
    "seremos serão seria seríamos seriam tenho tem temos tém tinha tínhamos tinham tive teve tivemos tiveram tivera " +
    "tivéramos tenha tenhamos tenham tivesse tivéssemos tivessem tiver tivermos tiverem terei terá teremos terão " +
    "teria teríamos teriam",
  // prettier-ignore
  irregular: [
    "fóssil fósseis", "têxtil têxteis", "bom boa boas", "fácil fáceis", "útil úteis", "portátil portáteis",
    "réptil répteis", "projétil projéteis", "nu nua", "lã lãs", "quilo kilo", "inglês ingleses", "xampu champô",
    "sutiã soutien soutiens", "tricô tricot", "pé pés", "pá pás", "pó pós",
  ],
  code: "pt",
  yesNo: ["Sim", "Não"],
  headPosition: "first",
  compatibilityWords: "para",
  departments: {
    women: { words: "feminino feminina femininos femininas mulher mulheres senhora senhoras", beginnings: null },
    men: { words: "masculino masculina masculinos masculinas homem homens", beginnings: null },
    girls: { words: "menina meninas", beginnings: null },
    boys: { words: "menino meninos", beginnings: null },
    children: { words: "infantil infantis criança crianças", beginnings: "bebé bebê" },
  },
  priceWords: {
    ...UNKNOWN_PRICE_WORDS,
    below: "menos de|por menos de|abaixo de|mais barato que",
    most: "até|máximo|no máximo",
    least: "mais de|acima de|a partir de|desde|mínimo|no mínimo|pelo menos",
    orLess: "ou menos|no máximo",
    orMore: "ou mais|no mínimo",
    between: "entre",
    and: "e|a",
    from: "de|desde",
    to: "a|até",
    price: "preço|preços",
    currency: "reais|dólares",
    thousand: "mil",
    shares: "algodão|lã|seda|linho|couro",
    grouping: "space",
  },
  negationWords: { before: "sem|livre de", behind: null, endings: null },
};
