import { expect } from "chai";
import type { GenerationRow, RollbackEffect } from "../../../console/server/catalog/generations.js";
import type { JobDetail, JobRow, JobsPage } from "../../../console/server/catalog/jobs.js";
import type { ProductCard } from "../../../console/server/catalog/product-card.js";
import type { KnownProduct, MissingProduct } from "../../../console/server/catalog/product-life.js";
import type { RejectedLines } from "../../../console/server/catalog/rejected-lines.js";
import { createLeases } from "../../../src/engine/lease.js";
import type { Why } from "../../../console/server/catalog/why.js";
import { signIn, type ConsoleSession } from "../../support/console-session.js";
import { useShop, type Storefront } from "../../support/shop.js";
import { until } from "../../support/until.js";

const coat = (id: string, more: object = {}) => ({
  operation: "insert",
  product_data: {
    product_identifier: id,
    variant_identifier: `${id}-1`,
    title: `Wool coat ${id}`,
    designer: "Fernwick",
    price: 90,
    categories: ["Women: Coats"],
    images: [{ url: `https://pictures.example/${id}.jpg` }],
    ...more,
  },
});

describe("the catalog API of the console", () => {
  const shop = useShop({ instances: 1 });
  let storefront: Storefront;
  let other: Storefront;
  let anna: ConsoleSession;

  before("ingest two generations, and a job with rejected lines", async () => {
    storefront = await shop.storefront();
    other = await shop.storefront();
    anna = await signIn(shop.services[0]!, storefront.private_key, "Anna");
    await storefront.ingest([coat("A"), coat("B"), coat("C")], "soft_replace");
    await storefront.ingest([coat("A"), coat("B", { price: 80 }), coat("D")], "soft_replace");
    const broken = Array.from({ length: 150 }, (_, at) => ({ operation: "insert", product_data: { product_identifier: `=X${at}`, variant_identifier: [] } })); // prettier-ignore
    await storefront.ingest([coat("E", { color: "red" }), ...broken]);
    await storefront.ingest([
      { operation: "delete", product_data: { product_identifier: "E", variant_identifier: "E-1" } },
    ]);
    await other.ingest([coat("Z")]);
  });

  const jobs = async () => (await anna<JobsPage>("GET", "catalog/jobs")).data.jobs;

  it("the console's catalog API lists only the ingestion jobs of the user's storefront, newest first", async () => {
    const all = await jobs();
    expect(all.map(({ mode, state, lines }) => ({ mode, state, lines }))).to.deep.equal([
      { mode: "insert", state: "completed", lines: { received: 1, rejected: 0, deletions: 1 } },
      { mode: "insert", state: "partly_completed", lines: { received: 151, rejected: 150, deletions: 0 } },
      { mode: "soft_replace", state: "completed", lines: { received: 3, rejected: 0, deletions: 0 } },
      { mode: "soft_replace", state: "completed", lines: { received: 3, rejected: 0, deletions: 0 } },
    ]);
    const older = await anna<JobsPage>("GET", `catalog/jobs?before=${all[1]!.id}`);
    expect(older.data).to.deep.equal({ jobs: all.slice(2), before: null });
    const detail = await anna<JobDetail>("GET", `catalog/jobs/${all[2]!.id}`);
    expect(detail.data.report?.products).to.deep.include({ created: 1, updated: 1, unchanged: 1 });
  });

  it("the console's catalog API lists rejected feed lines page by page and exports them as CSV", async () => {
    const id = (await jobs())[1]!.id;
    const first = (await anna<RejectedLines>("GET", `catalog/jobs/${id}/errors`)).data;
    expect(first.errors).to.have.length(100);
    expect(first.errors[0]).to.deep.include({ line: 2, product_identifier: "=X0" });
    const second = (await anna<RejectedLines>("GET", `catalog/jobs/${id}/errors?skip=${first.next}`)).data;
    expect(second).to.deep.include({ next: null, kept: true });
    expect(second.errors.at(-1)).to.deep.include({ line: 151, product_identifier: "=X149" });
    const { headers, text } = await anna.download(`catalog/jobs/${id}/errors?format=csv`);
    expect(headers.get("content-disposition")).to.equal(`attachment; filename=job-${id}-errors.csv`);
    const rows = text.trim().split("\n");
    expect(rows).to.have.length(151);
    expect(rows[0]).to.equal("line,product_identifier,field,reason");
    expect(rows[1]).to.match(/^2,'=X0,,/);
  });

  it("the console's catalog API returns 404 for ingestion jobs of a different storefront", async () => {
    const theirs = await (await signIn(shop.services[0]!, other.private_key, "Anna"))<JobsPage>("GET", "catalog/jobs");
    const path = `catalog/jobs/${theirs.data.jobs[0]!.id}`;
    for (const requested of [anna("GET", path), anna("GET", `${path}/errors`), anna("POST", `${path}/cancel`, {})]) {
      const { status, error } = await requested;
      expect({ status, code: error.code }).to.deep.equal({ status: 404, code: "not_found" });
    }
  });

  it("the console's catalog API rejects the cancellation of an ingestion job that has ended", async () => {
    const { status, error } = await anna<JobRow>("POST", `catalog/jobs/${(await jobs())[0]!.id}/cancel`, {});
    expect({ status, code: error.code }).to.deep.equal({ status: 409, code: "conflict" });
    expect(error.message).to.match(/has completed already/);
  });

  it("the console's catalog API finds products by identifier and by title words", async () => {
    const find = async (wanted: string) =>
      (await anna<ProductCard[]>("GET", `catalog/products?q=${encodeURIComponent(wanted)}`)).data;
    expect(await find("A")).to.deep.include({
      product_identifier: "A",
      title: "Wool coat A",
      designer: "Fernwick",
      active: true,
      price: 90,
      picture: "https://pictures.example/A.jpg",
      categories: ["Women: Coats"],
    });
    expect((await find("wool co")).map((card) => card.product_identifier)).to.have.members(["A", "B", "D"]);
    expect((await find("E")).map(({ product_identifier, active }) => [product_identifier, active])).to.deep.equal([
      ["E", false],
    ]);
    expect(await find("lamp")).to.deep.equal([]);
    expect((await find("")).map(({ product_identifier, price }) => [product_identifier, price])).to.deep.equal([
      ["D", 90],
      ["A", 90],
      ["B", 80],
    ]);
  });

  it("the console's catalog API returns the received data, indexed document and learned signals of a product", async () => {
    const { data } = await anna<KnownProduct>("GET", "catalog/products/B");
    const [, , second] = await jobs();
    expect(data.received).to.deep.include({ active: true, job: { id: second!.id, state: "completed" } });
    expect(data.received.variants.map(({ data: came }) => came["price"])).to.deep.equal([80]);
    expect(data.indexed?.text).to.deep.include({ title: ["Wool coat B"], heads: ["coat"] });
    expect(data.indexed?.sort.price).to.deep.equal([80]);
    expect(data.ranked).to.deep.equal({
      popularity: 0,
      trend: 0,
      as_of: null,
      visitors: 0,
      beside: [],
    });
    expect(data.rejected).to.deep.equal([]);
  });

  it("the console's catalog API returns the time at which a product became inactive", async () => {
    const { data } = await anna<KnownProduct>("GET", "catalog/products/E");
    const [last] = await jobs();
    expect(data.received).to.deep.include({ active: false, updated_at: last!.created_at });
    expect(data.received.job?.id).to.equal(last!.id);
    expect(data.indexed).to.equal(null);
  });

  it("the console's catalog API returns the rejected feed lines of a product that is not in the catalogue", async () => {
    const all = await jobs();
    const { data } = await anna<MissingProduct>("GET", `catalog/products/${encodeURIComponent("=X7")}`);
    const { rejected, ...rest } = data;
    expect(rejected.map(({ job, errors }) => [job, errors.map(({ line }) => line)])).to.deep.equal([[all[1]!.id, [9]]]);
    expect(rest).to.deep.equal({
      known: false,
      product_identifier: "=X7",
      has_catalog: true,
      variant_of: null,
      earlier: [],
      jobs_searched: 4,
    });
    expect((await anna<MissingProduct>("GET", "catalog/products/D-1")).data.variant_of).to.equal("D");
  });

  it("the console's catalog API explains a product's position in a listing, or why the product is missing", async () => {
    const why = async (product: string, requested: object) =>
      (await anna<Why>("POST", `catalog/products/${product}/why`, { user: { device_id: "anonymous" }, ...requested }))
        .data;
    const there = await why("A", { filters: { categories: "Women: Coats" } });
    expect(there.position).to.deep.include({ page: 1 });
    const dear = await why("A", { filters: { price: { $lt: 50 } } });
    expect(dear.reasons.map(({ code }) => code)).to.deep.equal(["conditions"]);
    expect((await why("C", {})).reasons).to.deep.equal([{ code: "inactive" }]);
  });

  it("the console's catalog API restores the previous catalogue generation, unless an ingestion job is running", async () => {
    const list = async () => (await anna<GenerationRow[]>("GET", "catalog/generations")).data;
    const [live, previous] = await list();
    expect([live?.role, previous?.role]).to.deep.equal(["live", "previous"]);
    expect([live?.products, live?.inactive, previous?.products]).to.deep.equal([3, 2, 3]);
    const effect = (await anna<RollbackEffect>("GET", "catalog/generations/effect")).data;
    expect(effect).to.deep.equal({ to: previous!.index, returns: 1, fields: 1, changes: 1, same: 1 });
    const back = (to: string) => anna<{ to: string }>("POST", "catalog/generations/roll-back", { to });
    expect((await back(live!.index)).error.code).to.equal("conflict");

    const lease = await createLeases(shop.engine, "a job", 30).acquire(storefront.client_id);
    const busy = await back(previous!.index);
    expect([busy.status, busy.error.code]).to.deep.equal([409, "conflict"]);
    expect(busy.error.message).to.match(/is running; try again when it has ended/);
    await lease?.release();

    expect((await back(previous!.index)).data.to).to.equal(previous!.index);
    expect((await storefront.search({})).items.map((item) => item.product_identifier)).to.have.members(["A", "B", "C"]);
    expect((await list()).map(({ role, index }) => [role, index])).to.deep.include(["live", previous!.index]);
    const [, , second] = await jobs();
    expect((await anna<MissingProduct>("GET", "catalog/products/D")).data.earlier).to.deep.equal([{ job: second!.id }]);
  });

  it("the console's catalog API returns 401 if the request has no session", async () => {
    for (const path of ["catalog/jobs", "catalog/generations", "catalog/products/A", "insights/days.csv"]) {
      const response = await fetch(`${shop.services[0]!.base_url}/console/api/${path}`);
      expect(response.status).to.equal(401);
    }
  });

  it("the console's catalog API marks dry runs in the list of ingestion jobs", async () => {
    const before = await jobs();
    await storefront.ingest([coat("F")], "insert", { "X-SERVICE-DRY-RUN": "true" });
    // The table of jobs is read with a search, which finds new jobs only after an index refresh.
    await until("the end of the job", async () => (await jobs())[0]?.state === "completed");
    const [dry, ...rest] = await jobs();
    expect(dry).to.deep.include({ mode: "insert", dry_run: true });
    expect(rest).to.deep.equal(before);
    expect(rest.filter((job) => job.dry_run)).to.deep.equal([]);
    expect((await anna<MissingProduct>("GET", "catalog/products/F")).data.known).to.equal(false);
  });
});
