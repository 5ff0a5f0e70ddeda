import type { Storefront } from "./client.js";
import {
  completeConfiguration,
  type ConfigurationDocument,
  wholeConfiguration,
  type WholeConfiguration,
} from "./configuration.js";
import { armsOf, type Experiment } from "./experiment.js";
import type { StoredKey } from "./keys.js";

/** A client as stored in the engine, one document per client; `_id` is the client id. */
export interface StoredClient {
  readonly client_id: string;
  readonly name: string;
  readonly origins: readonly string[];
  readonly keys: readonly StoredKey[];
  /** The configuration document as submitted, without defaults. Omitted settings have the defaults of the running version. */
  readonly configuration: ConfigurationDocument;
  /** Id of the publication that made the configuration live; absent for the initial configuration. */
  readonly publication?: string;
  /** The running or most recent experiment; absent before the first experiment. */
  readonly experiment?: Experiment;
  /** Time of creation, as an ISO 8601 timestamp in UTC. */
  readonly created_at: string;
  readonly updated_at: string;
}

export const clientsIndex = (prefix: string): string => `${prefix}clients`;

const isSigning = ({ kind, revoked_at }: StoredKey) => kind === "private" && revoked_at === null;

/**
 * The client data that requests with the client's private key may read. The configuration contains all defaults and can be submitted again.
 */
export interface DescribedStorefront extends Pick<StoredClient, "client_id" | "name" | "origins"> {
  readonly configuration: WholeConfiguration;
}

export const describeStorefront = ({ client_id, name, origins, configuration }: StoredClient): DescribedStorefront => ({
  client_id,
  name,
  origins,
  configuration: wholeConfiguration(configuration),
});

export function toStorefront(client: StoredClient): Storefront {
  const storefront: Storefront = {
    client_id: client.client_id,
    name: client.name,
    origins: client.origins,
    configuration: completeConfiguration(client.configuration),
    signing_hashes: client.keys.filter(isSigning).map(({ hash }) => hash),
  };
  const arms = armsOf(storefront, client);
  return arms === undefined ? storefront : { ...storefront, arms };
}
