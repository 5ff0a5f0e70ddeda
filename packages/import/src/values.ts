/**
 * Joins category levels as in feeds: "A: B". Removes the space of ": " in level names, because ": " separates levels.
 */
export const categoryOf = (levels: readonly string[]): string =>
  levels
    .map((level) => level.trim().replaceAll(": ", ":"))
    .filter((level) => level !== "")
    .join(": ");

export const categoryAt = (path: string, separator = ">"): string => categoryOf(path.split(separator));

/** Splits a text at a separator. Empty parts and duplicate parts are omitted. */
export const listOf = (text: string, separator: string | RegExp = ","): string[] => [
  ...new Set((bracketed(text) ?? text.split(separator)).map((part) => part.trim()).filter((part) => part !== "")),
];

/** Parses a list literal in a cell: `["a","b"]`, `['a', 'b']`. */
function bracketed(text: string): string[] | undefined {
  if (!/^\[\s*["'].*["']\s*\]$/s.test(text)) return undefined;
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'/g)].map(([, double, single]) =>
    (double ?? single ?? "").replaceAll(/\\(.)/g, "$1"),
  );
}

/** Splits a list of URLs or file names at any of the usual separators. */
export const addressesOf = (text: string): string[] =>
  listOf(text, /:?\/\//.test(text) ? /\s*[,;|\n]\s*(?=(?:https?:)?\/\/)|\s+(?=https?:\/\/)/i : /\s*[,;|\n]\s*/);

/**
 * Converts a text to a field name that is valid in filters: "In stock?" → "in_stock", "Größe (EU)" → "größe_eu".
 * Diacritics are kept.
 */
export const fieldNameOf = (text: string): string =>
  text
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/(?:[^\p{L}\p{N}\p{M}]\p{M}*)+/gu, "_")
    .replaceAll(/^[_\p{M}]+|_+$/gu, "")
    .slice(0, 100);

export interface Amount {
  readonly value: number;
  /** Currency of the amount (ISO 4217 code); null if the text contains no currency. */
  readonly currency: string | null;
}

const MARK = "[^\\d\\s,-][^\\d\\s,-]{0,4}";
const AMOUNT = new RegExp(`^(${MARK})?\\s*(\\d[\\d\\s.,'’]*)\\s*(${MARK}|,-)?$`, "u");

/** ISO 4217 codes of currency symbols; "" if several countries share the symbol. */
const SYMBOLS: Readonly<Record<string, string>> = {
  "€": "EUR", euro: "EUR", "£": "GBP", $: "USD", us$: "USD", "¥": "", "₹": "INR", "rs.": "", zł: "PLN", zl: "PLN", kč: "CZK", kr: "", "kr.": "",
  "₽": "RUB", "руб.": "RUB", руб: "RUB", "р.": "RUB", "₴": "UAH", "грн": "UAH", "грн.": "UAH", лв: "BGN", "лв.": "BGN", rsd: "RSD", дин: "RSD", din: "RSD", "din.": "RSD",
  ft: "HUF", lei: "RON", "₺": "TRY", tl: "TRY", r$: "BRL", "₩": "KRW", 원: "KRW", 円: "JPY", 元: "CNY", "₪": "ILS", "₫": "VND", đ: "VND", "฿": "THB", "₱": "PHP",
  "₦": "NGN", a$: "AUD", c$: "CAD", nz$: "NZD", "fr.": "CHF", "د.إ": "AED", fcfa: "", cfa: "", "₸": "KZT", "₾": "GEL",
}; // prettier-ignore

const CURRENCIES = new Set(Intl.supportedValuesOf("currency"));
/** Whether a text is an ISO 4217 code, in upper or lower case. */
export const isCurrency = (text: string): boolean => CURRENCIES.has(text.toUpperCase());

/**
 * Returns the ISO 4217 code of a currency symbol. Returns null for a symbol of several currencies, and undefined for
 * other texts.
 */
function currencyOf(mark: string): string | null | undefined {
  const known = SYMBOLS[mark.toLowerCase()];
  if (known !== undefined) return known === "" ? null : known;
  if (isCurrency(mark)) return mark.toUpperCase();
  return /\p{L}/u.test(mark) ? undefined : null;
}

/**
 * Parses an amount of at least 0: "12.99 USD", "€1.234,50", "1 299,00". If there are two different separators, the later one is the decimal separator. A single separator is the decimal separator unless it is a comma before exactly three digits.
 * @param decimal the decimal separator, if known
 * @returns `undefined` if the text is not an amount
 */
export function amountOf(text: string, decimal?: "." | ","): Amount | undefined {
  const [, before, digits, after] = AMOUNT.exec(text.trim()) ?? [];
  if (digits === undefined) return undefined;
  const named = before ?? after;
  const plain = digits.replaceAll(/[\s'’]/g, "");
  const point = decimal ?? decimalOf(plain);
  const normal = plain.replaceAll(point === "," ? "." : ",", "").replace(point, ".");
  const value = Number(normal);
  if (!Number.isFinite(value)) return undefined;
  const currency = named === undefined ? null : currencyOf(named);
  if (currency === undefined) return undefined;
  return { value, currency };
}

function decimalOf(digits: string): "." | "," {
  const [comma, dot] = [digits.lastIndexOf(","), digits.lastIndexOf(".")];
  if (comma === -1) return digits.indexOf(".") === dot ? "." : ",";
  if (dot !== -1) return comma > dot ? "," : ".";
  const isThousands = digits.indexOf(",") !== comma || digits.length - comma === 4;
  return isThousands ? "." : ",";
}

const YES = new Set(
  "1,true,yes,y,on,ja,j,oui,vrai,si,sí,sim,verdadero,vero,tak,ano,áno,da,igen,evet,kyllä,ναι,да,так,نعم,是,はい,in stock,in_stock,in-stock,instock,available,active,auf lager,lieferbar,verfügbar,vorrätig,en stock,disponible,disponibile,disponível,em estoque,op voorraad,dostępny,skladem,na sklade,na stanju,na zalogi,raktáron,în stoc,stokta var,stokta,i lager,på lager,varastossa,σε απόθεμα,в наличии,есть,є в наявності,в наявності,متوفر,有货,在庫あり".split(
    ",",
  ),
);
const NO = new Set(
  "0,false,no,n,off,nein,non,faux,não,falso,nie,ne,nem,hayır,ei,όχι,нет,ні,لا,否,いいえ,out of stock,out_of_stock,out-of-stock,outofstock,sold out,unavailable,nicht auf lager,ausverkauft,nicht verfügbar,rupture,rupture de stock,en rupture,épuisé,indisponible,agotado,sin stock,esaurito,non disponibile,esgotado,sem estoque,uitverkocht,niet op voorraad,brak,niedostępny,vyprodáno,není skladem,nema na stanju,nincs raktáron,stoc epuizat,tükendi,stokta yok,slutsåld,slut i lager,udsolgt,utsolgt,loppu,εξαντλημένο,нет в наличии,немає в наявності,немає,غير متوفر,缺货,売り切れ,在庫なし".split(
    ",",
  ),
);

const SOLD = new Set(
  "enabled,published,publish,visible,выставлен,s,a,public,live,online,aktiv,aktiviert,veröffentlicht,sichtbar,actif,activé,publié,activo,habilitado,publicado,attivo,abilitato,pubblicato,ativo,actief,gepubliceerd,zichtbaar,aktywny,aktywne,aktivní,aktivan,aktív,aktif,activ,aktiverad,активен,активный,опубликован,включен,включено".split(
    ",",
  ),
);
const NOT_SOLD = new Set(
  "disabled,unpublished,inactive,скрыт,d,h,draft,archived,archive,hidden,private,pending,trash,deleted,offline,-1,inaktiv,deaktiviert,entwurf,versteckt,archiviert,unsichtbar,inactif,désactivé,brouillon,archivé,masqué,inactivo,deshabilitado,borrador,oculto,inattivo,disabilitato,bozza,inativo,rascunho,inactief,uitgeschakeld,concept,verborgen,nieaktywny,nieaktywne,szkic,ukryty,neaktivní,skrytý,neaktivan,inaktív,pasif,taslak,inactiv,неактивен,черновик,отключен,отключено,выключен".split(
    ",",
  ),
);

/** Parses a value that states whether a product is sold: yes or no, "draft", "published". Undefined for other texts. */
export function isSold(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  return SOLD.has(word) ? true : NOT_SOLD.has(word) ? false : yesOrNo(text);
}

/** Parses yes or no in several languages; undefined for other texts. */
export function yesOrNo(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  if (YES.has(word)) return true;
  return NO.has(word) ? false : undefined;
}

/**
 * Returns the possible interpretations of a date, in milliseconds since 1970. Supports ISO 8601, Unix seconds or
 * milliseconds, "31.01.2026", "1/31/26, 9:05 AM". The result is empty for invalid dates and contains two times for
 * "01/02/2026", whose month is ambiguous.
 */
export function timesOf(text: string): readonly number[] {
  if (/^\d{10}(?:\d{3})?$/.test(text)) return [Number(text.padEnd(13, "0"))];
  const [, first = "", mark, second = "", year = "", rest = ""] =
    /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d\d)(?!\d),?(.*)$/.exec(text) ?? [];
  if (mark === undefined) return [/\d{4}/.test(text) ? Date.parse(text) : NaN].filter((time) => !Number.isNaN(time));
  const isMonthFirst = /\b[ap]\.?m\b/i.test(rest);
  const orders = mark === "." ? [[first, second]] : isMonthFirst ? [[second, first]] : [[first, second], [second, first]]; // prettier-ignore
  const times = orders.map(([day = "", month = ""]) =>
    Date.parse(`${year.padStart(4, "20")}-${month.padStart(2, "0")}-${day.padStart(2, "0")} ${rest.trim()}`.trim()),
  );
  return [...new Set(times.filter((time) => !Number.isNaN(time)))];
}

/** Parses a date. Returns undefined if the date is invalid or ambiguous. */
export function timeOf(text: string): number | undefined {
  const times = timesOf(text);
  return times.length === 1 ? times[0] : undefined;
}

export type FeedFields = Readonly<Record<string, Value | undefined>>;
type Value = string | number | boolean | readonly string[] | Readonly<Record<string, string | readonly string[]>>;

/** Removes fields with empty values. */
export const given = (fields: Readonly<Record<string, Value | undefined>>): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(fields).filter(
      (entry): entry is [string, Value] =>
        entry[1] !== undefined && entry[1] !== "" && (typeof entry[1] !== "object" || Object.keys(entry[1]).length > 0),
    ),
  );
