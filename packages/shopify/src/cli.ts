#!/usr/bin/env node
import { createServer } from "node:http";
import { Command, Option } from "commander";
import { createProducts } from "@vitrine/client/products";
import { createAdminApi } from "./admin-api.js";
import { createWebhookHandler } from "./handler.js";
import { loadEverything } from "./load.js";

interface Settings {
  readonly shop: string;
  readonly accessToken: string;
  readonly url: string;
  readonly key: string;
  readonly adminUrl?: string;
}

const setting = (flags: string, text: string, name: string) => new Option(flags, text).env(name).makeOptionMandatory();

const withSettings = (command: Command): Command =>
  command
    .addOption(setting("--shop <domain>", "domain of the shop, like my-shop.myshopify.com", "SHOPIFY_SHOP"))
    .addOption(
      setting("--access-token <token>", "access token of an app with the scope read_products", "SHOPIFY_ACCESS_TOKEN"),
    )
    .addOption(setting("--url <address>", "URL of the service", "VITRINE_URL"))
    .addOption(setting("--key <key>", "private key of the Vitrine API client (sk_…)", "VITRINE_PRIVATE_KEY"))
    .addOption(
      new Option("--admin-url <address>", "URL of the Admin API, for tests").env("SHOPIFY_ADMIN_URL").hideHelp(),
    );

const apiOf = ({ shop, accessToken, adminUrl }: Settings) =>
  createAdminApi({ shop, accessToken, ...(adminUrl !== undefined && { url: adminUrl }) });

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const program = new Command("vitrine-shopify").description("Synchronizes a Vitrine catalogue with a Shopify shop");

withSettings(program.command("load"))
  .description("synchronize all products; run this command once at the start, and every night to apply missed changes")
  .action(async (settings: Settings) => {
    const products = createProducts({ url: settings.url, privateKey: settings.key });
    const { ingestionId, drift } = await loadEverything(apiOf(settings), products);
    const counts = drift ?? { missing: 0, different: 0, extra: 0, newer: 0 };
    const differed = counts.missing + counts.different + counts.extra;
    say(`Ingestion ${ingestionId}: ${differed} variants differed; ${counts.newer} are newer than the query.`);
  });

withSettings(program.command("serve"))
  .description("receive webhooks from the Shopify shop at any URL path")
  .addOption(
    setting("--secret <secrets...>", "API secret key of the app; several during a rotation", "SHOPIFY_API_SECRET"),
  )
  .addOption(new Option("--port <number>", "port to listen on").env("PORT").default(3000).argParser(Number))
  .action((settings: Settings & { readonly secret: string | readonly string[]; readonly port: number }) => {
    const { url, key, secret, port } = settings;
    // Shopify expects a response within five seconds.
    const products = createProducts({ url, privateKey: key, timeoutMs: 4_500, retries: { totalMs: 4_500 } });
    const onProblem = (text: string): void => void process.stderr.write(`${text}\n`);
    const secrets = [secret].flat();
    const handle = createWebhookHandler({ secrets, api: apiOf(settings), products, onProblem });
    const server = createServer((request, response) => {
      handle(request, response).catch((error: unknown) => {
        onProblem(String(error));
        response.destroy();
      });
    });
    const close = () => void server.close();
    process.once("SIGTERM", close).once("SIGINT", close);
    server.listen(port, () =>
      say(`Webhooks of ${settings.shop} at port ${(server.address() as { port: number }).port}.`),
    );
  });

await program.parseAsync();
