import type { Address } from "../server/address.js";
import type { PageLanguage, PageWords } from "../server/page-language.js";
import type { ShopSettings } from "../server/settings.js";
import type { Cart } from "./cart-store.js";
import type { Money } from "./money.js";
import type { Impressions } from "./impressions.js";
import type { Service } from "./service.js";
import type { Shopper } from "./shopper.js";
import type { Tracker } from "./tracker.js";

/** The dependencies of pages and their parts. */
export interface Shop {
  readonly settings: ShopSettings;
  readonly language: PageLanguage;
  /** The words of the language. */
  readonly words: PageWords;
  readonly service: Service;
  readonly shopper: Shopper;
  readonly tracker: Tracker;
  readonly impressions: Impressions;
  readonly cart: Cart;
  readonly money: Money;
  go(address: Address, how?: "push" | "replace"): void;
  /** Makes the page on show anew, where it is: what it was made from has changed. */
  refresh(): void;
  /** Says something to those who do not see it happen. */
  announce(text: string): void;
}

/** A page, ready to be shown. */
export interface View {
  readonly title: string;
  readonly content: HTMLElement;
  /** As trackers know it. */
  readonly type: string;
  /** Called whenever it comes on show, also by Back. */
  readonly onShow?: () => void;
}

/** Makes a page. @throws VitrineError where it cannot be had; an AbortError when nobody waits for it any more */
export type Page<A extends Address = Address> = (shop: Shop, address: A, signal: AbortSignal) => Promise<View>;
