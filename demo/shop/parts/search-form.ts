import { formatAddress, listing } from "../../server/address.js";
import { combobox } from "../combobox.js";
import { element, icon } from "../element.js";
import type { Shop } from "../shop.js";
import { optionGroups, suggestRequest, type Option, type OptionGroup } from "../suggestions.js";
import { picture } from "./picture.js";
import { price } from "./price.js";

/** Time in milliseconds without typing before suggestions are requested. */
const PAUSE_MS = 120;

/** Search form with suggestions. The form also works if the service is unavailable. */
export function searchForm(shop: Shop): HTMLFormElement {
  const field = element("input", {
    type: "search",
    name: "q",
    id: "search-field",
    "aria-label": shop.words.search_products,
    placeholder: shop.words.search,
    maxlength: 200,
    autocomplete: "off",
    enterkeyhint: "search",
    input: () => request(PAUSE_MS),
  });
  const list = element("div", {
    class: "suggestions",
    id: "suggestions",
    role: "listbox",
    "aria-label": shop.words.suggestions,
  });
  const box = combobox({ field, list, onRequested: () => request(0) });
  let asking = new AbortController();

  /** Aborts requests for earlier input and returns the abort signal for the next request. */
  function stop(): AbortSignal {
    asking.abort();
    asking = new AbortController();
    return asking.signal;
  }

  function request(afterMs: number): void {
    const signal = stop();
    const timer = setTimeout(() => void suggest(signal), afterMs);
    signal.addEventListener("abort", () => clearTimeout(timer));
  }

  async function suggest(signal: AbortSignal): Promise<void> {
    try {
      const suggested = await shop.service.suggest(suggestRequest(field.value), { signal });
      const groups = optionGroups(suggested, await shop.service.storefront(), shop.words);
      if (!signal.aborted) show(groups);
    } catch {
      if (!signal.aborted) box.close();
    }
  }

  function show(groups: readonly OptionGroup[]): void {
    if (document.activeElement !== field) return;
    list.replaceChildren(...groups.map((group) => groupElement(shop, group, choose)));
    box.open();
    const count = groups.reduce((sum, { options }) => sum + options.length, 0);
    shop.announce(`${shop.words.suggestions}: ${count.toLocaleString(shop.language.locale)}`);
  }

  /**
   * Closes the list and shows the chosen suggestion in the search field. The suggestion is a link, which opens the
   * page.
   */
  function choose({ query }: Option): void {
    stop();
    box.close();
    if (query !== null) field.value = query;
  }

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    stop();
    box.close();
    const query = field.value.trim();
    if (query !== "") shop.go(listing({ kind: "search", query }));
  };
  field.addEventListener("blur", stop);
  const button = element("button", { type: "submit", "aria-label": shop.words.search }, icon("search"));
  return element("form", { class: "search", role: "search", submit }, field, button, list);
}

function groupElement(
  shop: Shop,
  { kind, title, options }: OptionGroup,
  choose: (option: Option) => void,
): HTMLElement {
  const id = `suggested-${kind}`;
  return element(
    "div",
    { class: `suggested ${kind}`, role: "group", "aria-labelledby": id },
    element("div", { class: "suggested-title", id, role: "presentation" }, title),
    ...options.map((option, at) => {
      const attributes = { id: `${id}-${at}`, role: "option", "aria-selected": "false", tabindex: -1 };
      const href = formatAddress(option.address);
      return element("a", { ...attributes, href, click: () => choose(option) }, ...content(shop, kind, option));
    }),
  );
}

function content(shop: Shop, kind: OptionGroup["kind"], { label, product }: Option): (Node | string)[] {
  const words = element("span", { class: "suggested-label" }, label);
  if (product === null) return kind === "queries" ? [icon("search"), words] : [words];
  const about = element("span", { class: "suggested-about" }, `${product.brand} `, words, " ", price(shop, product));
  return [picture(product, { soon: true, decorative: true }), about];
}
