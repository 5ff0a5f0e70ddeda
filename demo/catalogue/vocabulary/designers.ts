import type { Department } from "./sizes.js";
import type { Line } from "./product-type.js";
import type { Style } from "./styles.js";

/** Price level of a designer: 1 high street, 2 contemporary, 3 premium, 4 designer, 5 luxury. */
export type PriceLevel = 1 | 2 | 3 | 4 | 5;

export interface Designer {
  readonly name: string;
  readonly level: PriceLevel;
  readonly style: Style;
  readonly departments: readonly Department[];
  /** Relative share of each product line in the designer's products. */
  readonly makes: Readonly<Partial<Record<Line, number>>>;
  /** Country of production. */
  readonly origin: string;
}

const W: readonly Department[] = ["Women"];
const M: readonly Department[] = ["Men"];
const WM: readonly Department[] = ["Women", "Men"];

const designer = (
  name: string,
  level: PriceLevel,
  style: Style,
  departments: readonly Department[],
  origin: string,
  makes: Designer["makes"],
): Designer => ({ name, level, style, departments, origin, makes });

const WARDROBE = {
  jersey: 5,
  shirts: 5,
  knitwear: 6,
  outerwear: 4,
  tailoring: 3,
  denim: 3,
  trousers: 4,
  dresses: 5,
  skirts: 3,
};
const BASICS = {
  jersey: 9,
  sweats: 5,
  shirts: 5,
  knitwear: 5,
  denim: 4,
  trousers: 5,
  shorts: 3,
  dresses: 4,
  skirts: 2,
  outerwear: 3,
};

/** Fictional designers, sorted by number of products, from more than a hundred to a few. */
export const DESIGNERS: readonly Designer[] = [
  designer("PLAINWARE", 1, "minimal", WM, "Portugal", { ...BASICS, accessories: 2, swim: 1 }),
  designer("EVERLOOM", 2, "everyday", WM, "Portugal", { ...BASICS, accessories: 2, sneakers: 2, bags: 1 }),
  designer("HALDEN RYE", 3, "minimal", WM, "Sweden", { ...WARDROBE, bags: 2, shoes: 2, accessories: 2 }),
  designer("MARLOWE ASHBY", 3, "classic", M, "England", { ...WARDROBE, shirts: 8, tailoring: 6, sweats: 1, shorts: 2, shoes: 3, accessories: 4, jewellery: 1 }),
  designer("MAISON AUBRELLE", 5, "classic", W, "France", { ...WARDROBE, heels: 4, bags: 8, accessories: 3, jewellery: 2 }),
  designer("COTTON ASSEMBLY", 1, "everyday", WM, "Türkiye", { jersey: 10, sweats: 6, shirts: 4, shorts: 3, dresses: 3, trousers: 3 }),
  designer("STRIDEN", 2, "street", WM, "Vietnam", { sneakers: 12, sweats: 6, jersey: 5, outerwear: 2, shorts: 2, accessories: 3, bags: 2 }),
  designer("OAKHURST MILL", 3, "heritage", WM, "Scotland", { knitwear: 16, accessories: 6, outerwear: 2, shirts: 2, skirts: 1 }),
  designer("CASA VERANTI", 5, "classic", WM, "Italy", { bags: 12, shoes: 6, boots: 4, heels: 5, leather_goods: 6, outerwear: 2, eyewear: 2 }),
  designer("SHIOMI DENIM", 3, "heritage", WM, "Japan", { denim: 14, shirts: 4, jersey: 3, outerwear: 4, trousers: 2 }),
  designer("JUNIPER ROWE", 2, "romantic", W, "India", { dresses: 12, shirts: 5, skirts: 5, knitwear: 4, bags: 1, flats: 2 }),
  designer("FJELLMARK", 3, "outdoor", WM, "Norway", { outerwear: 14, knitwear: 4, trousers: 3, sweats: 3, boots: 4, bags: 3, accessories: 4 }),
  designer("NORTHPIER", 1, "outdoor", WM, "Portugal", { outerwear: 6, jersey: 5, sweats: 5, shorts: 4, swim: 4, accessories: 3, bags: 2 }),
  designer("ORSINO VALE", 5, "classic", M, "Italy", { tailoring: 12, jewellery: 1, shirts: 6, knitwear: 6, outerwear: 5, trousers: 4, shoes: 5, accessories: 4 }),
  designer("ALDER STREET", 2, "street", M, "Portugal", { jersey: 7, sweats: 7, shirts: 4, trousers: 5, denim: 4, outerwear: 4, sneakers: 4, accessories: 4, shorts: 3 }),
  designer("OTTAVIA ROEN", 4, "minimal", W, "Italy", { bags: 14, leather_goods: 5, shoes: 2, heels: 2, accessories: 1 }),
  designer("TALMONTE", 4, "classic", WM, "Italy", { shoes: 10, boots: 7, heels: 6, flats: 4, sneakers: 3, leather_goods: 1 }),
  designer("LIORA VANCE", 3, "romantic", W, "Spain", { dresses: 10, skirts: 5, shirts: 5, tailoring: 2, heels: 5, flats: 2, knitwear: 3 }),
  designer("BRUNO CASTELLARI", 4, "classic", M, "Italy", { knitwear: 10, shirts: 6, jersey: 5, tailoring: 5, trousers: 5, outerwear: 4, shoes: 3 }),
  designer("KESTREL MARSH", 3, "heritage", M, "England", { outerwear: 8, knitwear: 6, shirts: 6, trousers: 5, boots: 4, accessories: 4, bags: 2 }),
  designer("TERN & TIDE", 2, "resort", WM, "Greece", { shirts: 7, dresses: 7, shorts: 5, swim: 6, trousers: 4, jersey: 4, flats: 2, accessories: 3 }),
  designer("MIREILLE CASSEL", 3, "romantic", W, "France", { jewellery: 18 }),
  designer("ISOLDE KRAEMER", 4, "avant_garde", WM, "Germany", { outerwear: 6, tailoring: 5, knitwear: 5, trousers: 5, jersey: 4, dresses: 4, boots: 4, bags: 3 }),
  designer("WREN HOLLOWAY", 2, "heritage", W, "England", { knitwear: 7, dresses: 5, outerwear: 5, skirts: 4, shirts: 4, boots: 3, accessories: 4 }),
  designer("RIVA SOLENNE", 3, "resort", W, "Italy", { swim: 9, dresses: 8, shirts: 3, shorts: 3, bags: 3, flats: 4, accessories: 2, hats: 3, eyewear: 2 }),
  designer("BRIGHTWATER DENIM", 2, "everyday", WM, "Tunisia", { denim: 16, jersey: 4, shirts: 3, shorts: 3, skirts: 2, outerwear: 3 }),
  designer("SUNDAY ORCHARD", 1, "romantic", W, "India", { dresses: 9, shirts: 6, skirts: 4, knitwear: 3, accessories: 2, flats: 2 }),
  designer("UNIFORM NINE", 1, "street", WM, "Türkiye", { jersey: 7, sweats: 8, trousers: 5, outerwear: 4, sneakers: 3, accessories: 4, denim: 3 }),
  designer("PERRIN & LOCKE", 3, "classic", WM, "Spain", { shoes: 9, boots: 8, heels: 4, flats: 5, sneakers: 3 }),
  designer("ATELIER LUMENNE", 5, "minimal", W, "France", { tailoring: 7, outerwear: 6, dresses: 7, knitwear: 6, trousers: 5, shirts: 4, bags: 4, heels: 3 }),
  designer("NORRIS THACKERAY", 4, "heritage", WM, "England", { outerwear: 12, tailoring: 5, knitwear: 4, accessories: 4, shirts: 2 }),
  designer("HOLLIS FERNLEY", 3, "classic", M, "Portugal", { shirts: 12, jersey: 5, trousers: 5, knitwear: 5, shorts: 3, swim: 3, accessories: 3 }),
  designer("TRACKSIDE", 1, "street", WM, "Vietnam", { sneakers: 10, sweats: 7, jersey: 5, shorts: 4, bags: 3, accessories: 4 }),
  designer("FABLE & THREAD", 2, "romantic", W, "Portugal", { knitwear: 7, dresses: 6, skirts: 4, shirts: 5, jersey: 3, accessories: 2 }),
  designer("CALLISTO FINE", 5, "minimal", W, "Italy", { jewellery: 16, watches: 2 }),
  designer("SOLVANG DAHL", 3, "minimal", M, "Denmark", { outerwear: 6, trousers: 6, shirts: 5, knitwear: 6, jersey: 4, shoes: 2, bags: 1 }),
  designer("AMBERLY KNOX", 2, "classic", W, "Portugal", { tailoring: 6, trousers: 6, shirts: 6, knitwear: 5, dresses: 4, outerwear: 4, heels: 3, bags: 3 }),
  designer("ROOK STUDIO", 3, "street", WM, "Japan", { sweats: 6, jersey: 5, outerwear: 6, trousers: 5, denim: 3, sneakers: 4, bags: 3, accessories: 3, eyewear: 2, hats: 1 }),
  designer("PEBBLE LANE", 1, "everyday", W, "Portugal", { flats: 8, sneakers: 4, boots: 5, heels: 4, bags: 6, accessories: 4 }),
  designer("SERAPHINE DUVALLE", 5, "romantic", W, "Italy", { dresses: 12, heels: 7, skirts: 4, shirts: 3, bags: 3, jewellery: 2 }),
  designer("LOOMFIELD", 2, "heritage", WM, "Ireland", { knitwear: 10, accessories: 7, outerwear: 2 }),
  designer("ARDENNE & FILS", 4, "classic", M, "Switzerland", { watches: 9, leather_goods: 5, jewellery: 4, bags: 2 }),
  designer("GRAVEL ROAD SUPPLY", 2, "outdoor", M, "Portugal", { outerwear: 7, trousers: 6, shirts: 5, sweats: 4, boots: 5, bags: 5, accessories: 5 }),
  designer("PALAZZO NIRVI", 4, "resort", W, "Italy", { accessories: 8, dresses: 6, shirts: 5, swim: 4, skirts: 3, bags: 2 }),
  designer("CITY HEM", 1, "classic", WM, "Türkiye", { tailoring: 7, trousers: 6, shirts: 7, outerwear: 4, skirts: 3, dresses: 4, accessories: 3 }),
  designer("ELOWEN GREY", 3, "minimal", W, "Portugal", { knitwear: 7, trousers: 5, dresses: 5, outerwear: 4, shirts: 4, jersey: 3, flats: 2, bags: 2 }),
  designer("NOVA ARLIDGE", 3, "minimal", WM, "Spain", { sneakers: 14, flats: 2, shoes: 2 }),
  designer("VIREO MARCHAND", 5, "avant_garde", WM, "France", { outerwear: 6, tailoring: 4, denim: 3, jersey: 4, dresses: 4, bags: 5, boots: 4, sneakers: 2 }),
  designer("HEDGE & HARBOUR", 1, "classic", M, "Portugal", { shirts: 6, jersey: 6, shorts: 5, trousers: 5, knitwear: 4, swim: 2, shoes: 2 }),
  designer("DAYFOLK", 2, "everyday", WM, "Germany", { bags: 10, leather_goods: 4, accessories: 5, watches: 2, eyewear: 2, hats: 1 }),
  designer("TOVE STRANDLUND", 3, "minimal", W, "Denmark", { jewellery: 12, accessories: 2, bags: 2 }),
  designer("CAIRN NORD", 3, "outdoor", WM, "Norway", { outerwear: 9, knitwear: 4, accessories: 5, boots: 3 }),
  designer("SABLE & QUILL", 3, "heritage", WM, "Spain", { leather_goods: 7, bags: 8, shoes: 2, accessories: 2 }),
  designer("LENTICELLE", 3, "classic", WM, "Italy", { eyewear: 12 }),
  designer("TALLOW & PINE", 2, "heritage", M, "Portugal", { boots: 7, shoes: 5, leather_goods: 4, accessories: 3 }),
  designer("MODE NORRLAND", 2, "minimal", W, "Sweden", { outerwear: 5, knitwear: 5, denim: 4, dresses: 4, jersey: 4, boots: 2 }),
  designer("COASTLINE UNION", 2, "resort", M, "Portugal", { swim: 8, shorts: 5, shirts: 5, jersey: 4, flats: 2, eyewear: 2 }),
  designer("OPAL QUARTER", 1, "romantic", W, "Spain", { jewellery: 12, accessories: 2 }),
  designer("HOUR & HAND", 2, "minimal", WM, "Germany", { watches: 10 }),
  designer("BRAMWELL HATTERS", 3, "heritage", WM, "England", { hats: 12, accessories: 3 }),
]; // prettier-ignore
