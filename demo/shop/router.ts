import { formatAddress, parseAddress, type Address } from "../server/address.js";
import { BASE, withoutBase } from "./base.js";
import type { View } from "./shop.js";

export interface RouterDeps {
  /** Element in which the content of the current page is shown. */
  readonly outlet: HTMLElement;
  /**
   * Creates a page, or an error page if the page cannot be loaded. The promise is rejected only if `signal` is aborted.
   */
  readonly make: (address: Address, signal: AbortSignal) => Promise<View>;
  readonly onShown: (view: View, how: Arrival) => void;
}

/** How the shopper reached a page: "back" if the browser's back or forward button restored the page. */
export type Arrival = "new" | "back";

export interface Router {
  start(): void;
  go(address: Address, how?: "push" | "replace"): void;
  /** Recreates the current page and keeps the scroll position. */
  refresh(): void;
}

/** Page in the history, with its scroll position and focus. */
interface Left {
  readonly view: View;
  readonly scroll: number;
  readonly focused: Element | null;
}

/**
 * Maximum number of visited pages kept in memory. The number is limited, because a page may contain hundreds of
 * pictures.
 */
const MAX_LEFT = 12;

/**
 * Client-side router. Pages in the history stay in memory, so that going back needs no request and restores the scroll
 * position.
 */
export function createRouter({ outlet, make, onShown }: RouterDeps): Router {
  const left = new Map<number, Left>();
  let shown: { readonly entry: number; readonly address: Address; readonly view: View } | undefined;
  let making: AbortController | undefined;

  function leave(): void {
    if (shown === undefined) return;
    left.delete(shown.entry);
    left.set(shown.entry, { view: shown.view, scroll: scrollY, focused: document.activeElement });
    const [oldest] = left.keys();
    if (left.size > MAX_LEFT && oldest !== undefined) left.delete(oldest);
  }

  function show(view: View, address: Address, how: Arrival): void {
    outlet.replaceChildren(view.content);
    document.title = view.title;
    shown = { entry: currentEntry(), address, view };
    onShown(view, how);
    view.onShow?.();
  }

  /**
   * Opens a page.
   * @param place scroll position and focus to restore; `undefined` scrolls to the top and focuses the heading
   */
  async function open(address: Address, place?: { readonly scroll: number; readonly focus: string }): Promise<void> {
    making?.abort();
    const own = (making = new AbortController());
    outlet.setAttribute("aria-busy", "true");
    try {
      const view = await make(address, own.signal);
      if (own.signal.aborted) return;
      const isFirst = shown === undefined;
      show(view, address, "new");
      scrollTo({ top: place?.scroll ?? 0, behavior: "instant" });
      if (place !== undefined) document.getElementById(place.focus)?.focus({ preventScroll: true });
      else if (!isFirst) outlet.querySelector("h1")?.focus({ preventScroll: true });
    } catch (error) {
      if (!own.signal.aborted) throw error;
    } finally {
      if (making === own) outlet.removeAttribute("aria-busy");
    }
  }

  /** Opens an address. The scroll position is kept if only the selection within a listing changes. */
  function go(address: Address, how: "push" | "replace" = "push"): void {
    const stays = shown !== undefined && isSamePlace(shown.address, address);
    const place = stays ? here() : undefined;
    leave();
    const entry = how === "push" ? newEntry() : currentEntry();
    history[how === "push" ? "pushState" : "replaceState"]({ entry }, "", BASE + formatAddress(address));
    void open(address, place);
  }

  function refresh(): void {
    void open(shown?.address ?? currentAddress(), here());
  }

  function comeBack(): void {
    leave();
    const before = left.get(currentEntry());
    if (before === undefined) {
      void open(currentAddress());
      return;
    }
    making?.abort();
    outlet.removeAttribute("aria-busy");
    show(before.view, currentAddress(), "back");
    scrollTo({ top: before.scroll, behavior: "instant" });
    if (before.focused instanceof HTMLElement) before.focused.focus({ preventScroll: true });
  }

  return {
    start() {
      history.scrollRestoration = "manual";
      history.replaceState({ entry: newEntry() }, "");
      addEventListener("popstate", comeBack);
      document.addEventListener("click", (event) => {
        const address = addressOfClick(event);
        if (address === undefined) return;
        event.preventDefault();
        go(address);
      });
      void open(currentAddress());
    },
    go,
    refresh,
  };
}

const currentAddress = () => parseAddress(withoutBase(location.pathname), new URLSearchParams(location.search));

/** Unique number of a history entry within a tab, also across reloads. */
const newEntry = () => Date.now() + Math.random();
const currentEntry = () => (history.state as { readonly entry?: number } | null)?.entry ?? 0;

const here = () => ({ scroll: scrollY, focus: document.activeElement?.id ?? "" });

function isSamePlace(a: Address, b: Address): boolean {
  return a.page === "listing" && b.page === "listing" && collectionPath(a) === collectionPath(b);
}

const collectionPath = ({ collection }: Extract<Address, { page: "listing" }>) => JSON.stringify(collection);

/** Returns the shop address that a click opens; `undefined` if the browser handles the click. */
function addressOfClick(event: MouseEvent): Address | undefined {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (link === null || !isPlain || event.defaultPrevented || link.target !== "" || link.origin !== location.origin) {
    return undefined;
  }
  if (link.hash !== "" && link.pathname === location.pathname) return undefined;
  if (!link.pathname.startsWith(`${BASE}/`)) return undefined;
  const address = parseAddress(withoutBase(link.pathname), new URLSearchParams(link.search));
  return address.page === "not_found" ? undefined : address;
}
