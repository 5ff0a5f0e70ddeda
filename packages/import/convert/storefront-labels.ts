import type { Language } from "../../../src/languages/index.js";

/** Names of the facets and sort orders that are labelled in `LABELS`, in the order of the labels. */
const NAMES = [
  "designer", "categories", "product_type", "color", "sizes", "age_group", "gender", "price", "on_sale", "material",
  "featured", "newest", "price_asc", "price_desc", "rating", "name_asc",
] as const; // prettier-ignore
export type LabelName = (typeof NAMES)[number];

/** Labels of facets and sort orders by language, worded as is common in shops. */
const LABELS: Readonly<Partial<Record<Language, string>>> = {
  english: "Brand|Category|Type|Color|Size|Age|Gender|Price|On sale|Material|Featured|Newest|Price: low to high|Price: high to low|Best rated|Name: A to Z",
  german: "Marke|Kategorie|Art|Farbe|Größe|Alter|Geschlecht|Preis|Im Angebot|Material|Empfohlen|Neueste|Preis aufsteigend|Preis absteigend|Am besten bewertet|Name: A bis Z",
  french: "Marque|Catégorie|Type|Couleur|Taille|Âge|Genre|Prix|En promotion|Matière|Sélection|Nouveautés|Prix croissant|Prix décroissant|Les mieux notés|Nom : A à Z",
  spanish: "Marca|Categoría|Tipo|Color|Talla|Edad|Género|Precio|En oferta|Material|Destacados|Novedades|Precio: de menor a mayor|Precio: de mayor a menor|Mejor valorados|Nombre: A-Z",
  italian: "Marca|Categoria|Tipo|Colore|Taglia|Età|Genere|Prezzo|In offerta|Materiale|In evidenza|Novità|Prezzo crescente|Prezzo decrescente|I più votati|Nome: A-Z",
  dutch: "Merk|Categorie|Soort|Kleur|Maat|Leeftijd|Geslacht|Prijs|In de aanbieding|Materiaal|Aanbevolen|Nieuwste|Prijs: laag naar hoog|Prijs: hoog naar laag|Best beoordeeld|Naam: A tot Z",
  portuguese: "Marca|Categoria|Tipo|Cor|Tamanho|Idade|Gênero|Preço|Em promoção|Material|Destaques|Novidades|Menor preço|Maior preço|Mais bem avaliados|Nome: A-Z",
  swedish: "Varumärke|Kategori|Typ|Färg|Storlek|Ålder|Kön|Pris|På rea|Material|Utvalda|Nyast|Pris: lågt till högt|Pris: högt till lågt|Bäst betyg|Namn: A till Ö",
  danish: "Mærke|Kategori|Type|Farve|Størrelse|Alder|Køn|Pris|På tilbud|Materiale|Udvalgte|Nyeste|Pris: lav til høj|Pris: høj til lav|Bedst bedømt|Navn: A til Å",
  norwegian: "Merke|Kategori|Type|Farge|Størrelse|Alder|Kjønn|Pris|På salg|Materiale|Utvalgte|Nyeste|Pris: lav til høy|Pris: høy til lav|Best vurdert|Navn: A til Å",
  finnish: "Merkki|Kategoria|Tyyppi|Väri|Koko|Ikä|Sukupuoli|Hinta|Alennuksessa|Materiaali|Suositellut|Uusimmat|Hinta: halvin ensin|Hinta: kallein ensin|Parhaiten arvioidut|Nimi: A–Ö",
  czech: "Značka|Kategorie|Typ|Barva|Velikost|Věk|Pohlaví|Cena|Ve slevě|Materiál|Doporučené|Nejnovější|Od nejlevnějšího|Od nejdražšího|Nejlépe hodnocené|Název: A–Z",
  polish: "Marka|Kategoria|Typ|Kolor|Rozmiar|Wiek|Płeć|Cena|W promocji|Materiał|Polecane|Nowości|Cena: od najniższej|Cena: od najwyższej|Najlepiej oceniane|Nazwa: A–Z",
  hungarian: "Márka|Kategória|Típus|Szín|Méret|Kor|Nem|Ár|Akciós|Anyag|Ajánlott|Legújabb|Ár szerint növekvő|Ár szerint csökkenő|Legjobbra értékelt|Név: A–Z",
  romanian: "Marcă|Categorie|Tip|Culoare|Mărime|Vârstă|Gen|Preț|La reducere|Material|Recomandate|Cele mai noi|Preț crescător|Preț descrescător|Cele mai bine cotate|Nume: A–Z",
  bulgarian: "Марка|Категория|Вид|Цвят|Размер|Възраст|Пол|Цена|В промоция|Материал|Препоръчани|Най-нови|Цена: възходящо|Цена: низходящо|С най-висока оценка|Име: А–Я",
  russian: "Бренд|Категория|Тип|Цвет|Размер|Возраст|Пол|Цена|Со скидкой|Материал|Рекомендуем|Новинки|Сначала дешевле|Сначала дороже|С лучшей оценкой|Название: А–Я",
  ukrainian: "Бренд|Категорія|Тип|Колір|Розмір|Вік|Стать|Ціна|Зі знижкою|Матеріал|Рекомендовані|Новинки|Спочатку дешевші|Спочатку дорожчі|Найкраща оцінка|Назва: А–Я",
  greek: "Μάρκα|Κατηγορία|Τύπος|Χρώμα|Μέγεθος|Ηλικία|Φύλο|Τιμή|Σε προσφορά|Υλικό|Προτεινόμενα|Νεότερα|Τιμή: αύξουσα|Τιμή: φθίνουσα|Καλύτερη βαθμολογία|Όνομα: Α–Ω",
  turkish: "Marka|Kategori|Tür|Renk|Beden|Yaş|Cinsiyet|Fiyat|İndirimde|Malzeme|Önerilenler|En yeniler|Artan fiyat|Azalan fiyat|En yüksek puanlı|İsim: A–Z",
  indonesian: "Merek|Kategori|Jenis|Warna|Ukuran|Usia|Jenis kelamin|Harga|Diskon|Bahan|Pilihan|Terbaru|Harga terendah|Harga tertinggi|Nilai terbaik|Nama: A–Z",
  irish: "Branda|Catagóir|Cineál|Dath|Méid|Aois|Inscne|Praghas|Ar lascaine|Ábhar|Molta|Is déanaí|Praghas: íseal go hard|Praghas: ard go híseal|Is fearr rátáil|Ainm: A–Z",
  catalan: "Marca|Categoria|Tipus|Color|Talla|Edat|Gènere|Preu|En oferta|Material|Destacats|Novetats|Preu: de menys a més|Preu: de més a menys|Més ben valorats|Nom: A-Z",
  latvian: "Zīmols|Kategorija|Veids|Krāsa|Izmērs|Vecums|Dzimums|Cena|Ar atlaidi|Materiāls|Ieteiktie|Jaunākie|Cena augošā secībā|Cena dilstošā secībā|Augstāk vērtētie|Nosaukums: A–Ž",
  estonian: "Kaubamärk|Kategooria|Tüüp|Värv|Suurus|Vanus|Sugu|Hind|Soodushinnaga|Materjal|Soovitatud|Uusimad|Odavamad enne|Kallimad enne|Parimad hinnangud|Nimi: A–Ü",
  lithuanian: "Prekės ženklas|Kategorija|Tipas|Spalva|Dydis|Amžius|Lytis|Kaina|Su nuolaida|Medžiaga|Rekomenduojami|Naujausi|Kaina didėjančiai|Kaina mažėjančiai|Geriausiai įvertinti|Pavadinimas: A–Ž",
  arabic: "العلامة التجارية|الفئة|النوع|اللون|المقاس|العمر|الجنس|السعر|عروض|الخامة|مختارات|الأحدث|السعر: من الأقل|السعر: من الأعلى|الأعلى تقييمًا|الاسم: أ–ي",
  persian: "برند|دسته‌بندی|نوع|رنگ|اندازه|سن|جنسیت|قیمت|تخفیف‌دار|جنس|پیشنهادی|جدیدترین|ارزان‌ترین|گران‌ترین|بهترین امتیاز|نام: الف–ی",
  hindi: "ब्रांड|श्रेणी|प्रकार|रंग|आकार|आयु|लिंग|मूल्य|छूट पर|सामग्री|चुनिंदा|नवीनतम|मूल्य: कम से ज़्यादा|मूल्य: ज़्यादा से कम|सर्वोत्तम रेटिंग|नाम: A–Z",
  thai: "แบรนด์|หมวดหมู่|ประเภท|สี|ขนาด|อายุ|เพศ|ราคา|ลดราคา|วัสดุ|แนะนำ|ใหม่ล่าสุด|ราคา: ต่ำไปสูง|ราคา: สูงไปต่ำ|คะแนนสูงสุด|ชื่อ: A–Z",
  chinese: "品牌|分类|类型|颜色|尺码|年龄|性别|价格|促销|材质|推荐|最新上架|价格从低到高|价格从高到低|好评优先|名称：A–Z",
  japanese: "ブランド|カテゴリー|種類|カラー|サイズ|年齢|性別|価格|セール|素材|おすすめ順|新着順|価格の安い順|価格の高い順|評価の高い順|商品名順",
  korean: "브랜드|카테고리|종류|색상|사이즈|연령|성별|가격|할인 중|소재|추천순|최신순|낮은 가격순|높은 가격순|평점 높은 순|이름순",
}; // prettier-ignore

/** Returns the label in the shop's language, or in English if the language has no labels. */
export function labelIn(language: Language, name: LabelName): string {
  const at = NAMES.indexOf(name);
  return (LABELS[language] ?? LABELS.english ?? "").split("|")[at] ?? name;
}

export const hasLabel = (name: string): name is LabelName => (NAMES as readonly string[]).includes(name);

/**
 * Country-code top-level domains, keyed by the currency of shops in the country. Domains that are used worldwide (.co,
 * .tv) are omitted.
 */
const COUNTRIES = {
  EUR: "de fr it es nl be at ie pt fi gr sk si ee lv lt lu mt cy hr bg eu", GBP: "uk", CHF: "ch li", SEK: "se", NOK: "no", DKK: "dk", PLN: "pl", CZK: "cz",
  HUF: "hu", RON: "ro", RSD: "rs", MKD: "mk", ALL: "al", BAM: "ba", ISK: "is", UAH: "ua", RUB: "ru su xn--p1ai", BYN: "by", KZT: "kz", UZS: "uz", GEL: "ge", AMD: "am",
  TRY: "tr", ILS: "il", AED: "ae", SAR: "sa", QAR: "qa", KWD: "kw", BHD: "bh", OMR: "om", JOD: "jo", EGP: "eg", MAD: "ma", TND: "tn", DZD: "dz", IRR: "ir",
  ZAR: "za", NGN: "ng", KES: "ke", GHS: "gh", XOF: "sn bf bj ne tg", XAF: "cm ga cg", INR: "in", PKR: "pk", BDT: "bd", LKR: "lk", NPR: "np", CNY: "cn", HKD: "hk",
  TWD: "tw", JPY: "jp", KRW: "kr", THB: "th", VND: "vn", IDR: "id", MYR: "my", SGD: "sg", PHP: "ph", AUD: "au", NZD: "nz", USD: "us", CAD: "ca", MXN: "mx",
  BRL: "br", ARS: "ar", CLP: "cl", COP: "", PEN: "pe", UYU: "uy", BOB: "bo", PYG: "py", CRC: "cr", GTQ: "gt", DOP: "do",
}; // prettier-ignore
const CURRENCIES = new Map(Object.entries(COUNTRIES).flatMap(([currency, domains]) => domains.split(" ").map((domain) => [domain, currency]))); // prettier-ignore

/**
 * Minimum share of a file's links whose hosts must be in countries with the same currency, so that this currency is
 * proposed.
 */
const MOST_HOSTS = 0.8;

/**
 * Determines the currency that the countries of nearly all links' top-level domains share. Returns "" if there is no
 * such currency.
 * @param hosts number of links by host
 */
export function currencyOfHosts(hosts: ReadonlyMap<string, number>): string {
  const counts = new Map<string, number>();
  for (const [host, count] of hosts) {
    const currency = CURRENCIES.get(host.slice(host.lastIndexOf(".") + 1)) ?? "";
    counts.set(currency, (counts.get(currency) ?? 0) + count);
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return [...counts].find(([, count]) => count >= total * MOST_HOSTS)?.[0] ?? "";
}
