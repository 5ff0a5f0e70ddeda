import { ANONYMOUS, type User } from "@vitrine/client";
import { storage } from "./storage.js";
import type { Tracker } from "./tracker.js";

/** Current shopper, anonymous until consent is given. */
export interface Shopper {
  user(): User;
  /** Answer to the privacy question; `null` until the shopper has answered. */
  consent(): "yes" | "no" | null;
  /** Stores or withdraws the consent. Before a withdrawal, the learned taste should be deleted. */
  decide(consent: "yes" | "no"): void;
  /** Name of the simulated login; `null` if not logged in. */
  name(): string | null;
  login(name: string | null): void;
}

const CONSENT = "shop.consent";
const NAME = "shop.login";

/**
 * Name of the cookie that shares the device identifier with other services on the shop's domain. The API uses the same
 * name.
 */
const DEVICE_COOKIE = "service_duid";
const DEVICE_COOKIE_SECONDS = 400 * 24 * 60 * 60;

export function storedConsent(): "yes" | "no" | null {
  const stored = storage.read(CONSENT);
  return stored === "yes" || stored === "no" ? stored : null;
}

/**
 * Creates the current shopper.
 * @param tracker tracker that was created according to `storedConsent`
 */
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
