import { createSessionNeighbours } from "./src/behaviour/sessions/neighbours.js";
import { googleMerchandise } from "./evaluate/taste/google-merchandise.js";
import { categoriesIn, splitBaskets } from "./evaluate/recommendations/basket-questions.js";
import { eventLine } from "./evaluate/taste/event-line.js";
const shop = await googleMerchandise({ catalog: "data/catalogs/google-merchandise.feed.ndjson.gz", events: "data/behaviour/google-merchandise-events.csv.gz" });
const cats = categoriesIn(shop.feed);
const { training, questions } = splitBaskets(shop.baskets, 0.2);
const n = createSessionNeighbours({ maxSessions: 1e6, maxBytes: 2e8 });
const pop = new Map<string, number>(); const catPair = new Map<string, Map<string, number>>(); const catTotal = new Map<string, number>();
const events: any[] = [];
for (const b of training) { const ids = [...new Set(b.products.map((p: any) => p.product))] as string[];
  for (const id of ids) { pop.set(id, (pop.get(id) ?? 0) + 1); }
  for (const a of ids) for (const c of cats.get(a) ?? []) { for (const o of ids) if (o !== a) { const m = catPair.get(c) ?? new Map(); m.set(o, (m.get(o) ?? 0) + 1); catPair.set(c, m); } catTotal.set(c, (catTotal.get(c) ?? 0) + 1); }
  for (const id of ids) events.push({ type: "product_view", counts: true, device_id: b.shopper, client_id: "s", occurred_at: b.at, received_at: b.at, product: { id } });
}
await n.consume(events);
const totalPop = [...pop.values()].reduce((a, b) => a + b, 0);
const catOf = (id: string) => [...(cats.get(id) ?? [])][0] ?? "?";
// one seed, any other of another category in the basket
const baskets = new Map<string, { at: number; ids: string[] }>();
for (const q of questions) { const k = `${q.at} ${q.shopper}`; const b = baskets.get(k) ?? { at: q.at, ids: [] }; b.ids.push(q.wanted); baskets.set(k, b); }
const two = [...baskets.values()].filter(({ ids }) => new Set(ids.map(catOf)).size >= 2);
function capped(ids: string[], most: number, k: number) { const c = new Map<string, number>(); const head: string[] = [], tail: string[] = []; for (const id of ids) { const t = c.get(catOf(id)) ?? 0; if (t < most) { c.set(catOf(id), t + 1); head.push(id);} else tail.push(id); } return [...head, ...tail].slice(0, k); }
const popIds = [...pop].sort((a, b) => b[1] - a[1]).map(([id]) => id);
const N = process.argv.includes("single");
const results: Record<string, number> = {}; let count = 0;
for (const { at, ids } of two) for (const seed of ids) {
  const own = catOf(seed); const wanted = ids.filter((id) => catOf(id) !== own); if (wanted.length === 0) continue;
  for (const w of N ? wanted : [wanted]) {
  count += 1; const hit = (l: string[]) => l.some((id) => ([w].flat() as string[]).includes(id));
  const allow = (l: string[]) => l.filter((id) => catOf(id) !== own && id !== seed);
  const comp = n.companions("s", [seed], { limit: 400, at });
  const backed = comp.filter((c) => c.backed).map((c) => c.id);
  const c = catPair.get(own) ?? new Map(); const catIds = [...c].sort((a: any, b: any) => b[1] - a[1]).map(([id]: any) => id) as string[];
  const score = new Map(comp.map((x) => [x.id, x.score])); 
  const smooth = [...new Set([...comp.map((x) => x.id), ...catIds])];
  const add = (name: string, l: string[]) => { results[name] = (results[name] ?? 0) + Number(hit(l)); };
  add("pop", allow(popIds).slice(0, 6)); add("cat", allow(catIds).slice(0, 6));
  for (const m of [1, 2, 3, 99]) add(`prod max ${m}`, capped(allow(backed), m, 6));
  for (const w of [0.5, 1, 2, 4]) { const s = (id: string) => (score.get(id) ?? 0) + (w * ((c.get(id) ?? 0) as number)) / (catTotal.get(own) ?? 1); const l = smooth.sort((a, b) => s(b) - s(a)); for (const m of [1, 2, 99]) add(`both ${w} max ${m}`, capped(allow(l), m, 6)); }
  }
}
console.log(count, Object.fromEntries(Object.entries(results).map(([k, v]) => [k, (v / count).toFixed(4)])));
