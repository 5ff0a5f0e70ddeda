import { ANONYMOUS, type User } from "@vitrine/client";
import { storage } from "./storage.js";
import type { Tracker } from "./tracker.js";

/** Who is shopping: nobody that can be recognised until they agree to that. */
export interface Shopper {
  user(): User;
  /** Null: not asked yet, or not answered. */
  consent(): "yes" | "no" | null;
  /** Agrees, or takes it back; what was learnt so far should be forgotten before that. */
  decide(consent: "yes" | "no"): void;
  /** A name that somebody pretends to have logged in with; null for nobody. */
  name(): string | null;
  login(name: string | null): void;
}

const CONSENT = "shop.consent";
const NAME = "shop.login";

/** The device's identifier under the name that the interface gives it, for whoever else on the shop's domain needs it. */
const DEVICE_COOKIE = "service_duid";
const DEVICE_COOKIE_SECONDS = 400 * 24 * 60 * 60;

export function storedConsent(): "yes" | "no" | null {
  const stored = storage.read(CONSENT);
  return stored === "yes" || stored === "no" ? stored : null;
}

/** @param tracker set up as `storedConsent` says */
export function createShopper(tracker: Tracker): Shopper {
  const name = () => storage.read(NAME);
  const shareDevice = () => writeCookie(tracker.deviceId());
  tracker.setUser(name());
  shareDevice();
  return {
    user() {
      const device_id = tracker.deviceId() ?? ANONYMOUS;
      const user_id = name();
      return { device_id, ...(user_id === null || device_id === ANONYMOUS ? {} : { user_id }) };
    },
    consent: storedConsent,
    decide(consent) {
      storage.write(CONSENT, consent);
      if (consent === "yes") tracker.recognise();
      else tracker.anonymise();
      shareDevice();
    },
    name,
    login(given) {
      storage.write(NAME, given);
      tracker.setUser(given);
    },
  };
}

function writeCookie(deviceId: string | undefined): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  const age = deviceId === undefined ? 0 : DEVICE_COOKIE_SECONDS;
  document.cookie = `${DEVICE_COOKIE}=${encodeURIComponent(deviceId ?? "")}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`;
}
