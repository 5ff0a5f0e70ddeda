import type { Address } from "../server/address.js";
import type { PageLanguage, PageWords } from "../server/page-language.js";
import type { ShopSettings } from "../server/settings.js";
import type { Cart } from "./cart-store.js";
import type { Money } from "./money.js";
import type { Impressions } from "./impressions.js";
import type { Service } from "./service.js";
import type { Shopper } from "./shopper.js";
import type { Tracker } from "./tracker.js";

/** Dependencies of pages and their parts. */
export interface Shop {
  readonly settings: ShopSettings;
  readonly language: PageLanguage;
  /** Interface texts in the page's language. */
  readonly words: PageWords;
  readonly service: Service;
  readonly shopper: Shopper;
  readonly tracker: Tracker;
  readonly impressions: Impressions;
  readonly cart: Cart;
  readonly money: Money;
  go(address: Address, how?: "push" | "replace"): void;
  /** Recreates the current page in place after its data has changed. */
  refresh(): void;
  /** Lets screen readers announce a text. */
  announce(text: string): void;
}

/** Page ready for display. */
export interface View {
  readonly title: string;
  readonly content: HTMLElement;
  /** Page type that is sent with tracking events. */
  readonly type: string;
  /** Called whenever the page is shown, for example after the back button was used. */
  readonly onShow?: () => void;
}

/**
 * Creates a page.
 * @throws {VitrineError} if the data cannot be loaded; an AbortError if `signal` is aborted
 */
export type Page<A extends Address = Address> = (shop: Shop, address: A, signal: AbortSignal) => Promise<View>;
