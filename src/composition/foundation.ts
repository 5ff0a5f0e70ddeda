import { hostname } from "node:os";
import type { RequestHandler } from "express";
import type { MountedRouter } from "../app.js";
import { createCatalogCache, type CatalogCache } from "../catalog/cache.js";
import { createFeatures, type Features } from "../catalog/feature-tables.js";
import { createLiveCatalogs, type LiveCatalogs } from "../catalog/live.js";
import type { Context } from "../context.js";
import { createLeases, type Leases } from "../engine/lease.js";
import { createGate, createRefusals, type PublicGuards } from "../http/admission.js";
import { requirePrivateKey, requirePublicKey } from "../http/authentication.js";
import { type ClientAddresses, clientAddresses, limitAddressRate, limitRate } from "../http/client-address.js";
import { jsonBody } from "../http/json-body.js";
import { createDirectory, type Directory } from "../storefront/directory.js";
import { PIXEL_PATH, TRACKER_PATH } from "../tracking/collector-routes.js";

/** Dependencies that the parts of a service share, besides the context. */
export interface Foundation extends Context {
  readonly directory: Directory;
  readonly liveCatalogs: LiveCatalogs;
  readonly cache: CatalogCache;
  readonly features: Features;
  /** Rate limiter by client IP, shared by all routes that need no private key. */
  readonly addressLimit: RequestHandler;
  readonly addresses: ClientAddresses;
  readonly guards: PublicGuards;
  readonly authenticate: RequestHandler;
  readonly gates: ReturnType<typeof admission>;
}

/** A part of the service, such as search, with its routes and a function that closes it. */
export interface Domain {
  readonly routers?: readonly MountedRouter[];
  /** Updates metrics that are only computed when `/metrics` is read. Never throws. */
  beforeScrape?(): unknown;
  /** @param graceMs remaining time for stopping the service, in milliseconds */
  close?(graceMs: number): Promise<void>;
}

const BYTES_A_MEGABYTE = 1_048_576;

export function createFoundation(context: Context): Foundation {
  const { config, engine } = context;
  const directory = createDirectory(context);
  const addresses = clientAddresses(config.trustedProxies);
  const addressLimit = limitAddressRate(config.rateLimitPerAddressPerSecond, addresses);
  const gates = admission(context);
  return {
    ...context,
    directory,
    liveCatalogs: createLiveCatalogs(engine),
    cache: createCatalogCache(context, config.cacheMb * BYTES_A_MEGABYTE),
    features: createFeatures(context, config.featuresMb * BYTES_A_MEGABYTE),
    addressLimit,
    addresses,
    guards: {
      publicGuards: [addressLimit, requirePublicKey(directory), limitRate(config.rateLimitPerSecond)],
      body: jsonBody({ maxBytes: config.maxBodyBytes }),
      admit: gates.reads.admit,
    },
    authenticate: requirePrivateKey(directory),
    gates,
  };
}

/** The name of this process in leases. */
export const OWNER = `${hostname()}:${process.pid}`;

export const leasesOf = ({ engine, config }: Context, owner = OWNER): Leases =>
  createLeases(engine, owner, config.ingestionLeaseSeconds);

/**
 * Creates the gates that limit concurrent requests. Requests of shoppers and events of trackers have separate limits, so that one kind of
 * request does not block the other. Requests with private keys are not limited, because they are few and must succeed.
 */
function admission(context: Context) {
  const { config } = context;
  const refuse = createRefusals();
  const reads = createGate(context, refuse, {
    name: "reads",
    leadsHere: (path) => path.startsWith("/v2/"),
    atOnce: config.readConcurrency === 0 ? Infinity : config.readConcurrency,
    waiting: READS_WAITING,
    deadlineMs: config.readDeadlineMs,
  });
  const events = createGate(context, refuse, {
    name: "events",
    leadsHere: (path) => path === TRACKER_PATH || path === PIXEL_PATH,
    atOnce: EVENTS_AT_ONCE,
    waiting: { most: 0, ms: 0 },
  });
  return { reads, events };
}

/**
 * Maximum number of waiting read requests, and their maximum waiting time in milliseconds. These limits suffice for the simultaneous
 * requests of a few pages.
 */
const READS_WAITING = { most: 64, ms: 500 };
/** Maximum number of concurrent event requests. The limit is high, because many requests wait for the same batch write. */
const EVENTS_AT_ONCE = 1_000;
