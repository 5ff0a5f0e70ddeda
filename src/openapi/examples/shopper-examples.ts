/** A shopper of whom nothing is stored. */
export const ERASURE_REQUEST = { device_id: "7a0f6f0e-2f3c-4a4e-9f5e-3d3f5b1c9d21", user_id: "nobody-known" };

export const ERASED = {
  errors: null,
  meta: null,
  data: {
    erased_at: "2026-05-01T12:00:00.000Z",
    removed: { events: 0, answers: 0, tastes: 0, pages: 0, queries: 0 },
    anonymized: { queries: 0 },
    forgotten_devices: 0,
    elsewhere: { spool_is_clear: true, within_seconds: 10 },
  },
};
