import { createWriteStream } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import { completedIngestion, postEvents, postIngestion, uploadOf } from "../../src/commands/service-client.js";
import type { Bench } from "./bench.js";
import type { BenchCatalogue } from "./catalogue.js";

const WANTED_MB = 300;
const POLL_MS = 500;

/**
 * Measures the service's memory during the ingestion of a payload of `gigabytes`: the catalogue repeated with new
 * identifiers.
 */
export async function benchMemory(bench: Bench, catalogue: BenchCatalogue, gigabytes: number): Promise<void> {
  const path = join(bench.service.dataDir, "large.ndjson");
  const access = { ...bench.access, base_url: bench.service.demo.base_url };
  try {
    const lines = await writeLargeFeed(path, catalogue, gigabytes * 1e9);
    const before = await memory(bench.service.pid);
    const started = performance.now();
    const id = await postIngestion(access, await uploadOf(path), "soft_replace", () => undefined);
    const uploaded = await memory(bench.service.pid);
    await completedIngestion(access, id, POLL_MS);
    const after = await memory(bench.service.pid);
    const seconds = (performance.now() - started) / 1000;
    bench.table(`Memory of the service process, payload of ${gigabytes} GB (${lines} lines, ${seconds.toFixed(0)} s)`, [
      ["resident before", `${before.now} MB`, ""],
      ["peak memory after the upload", `${uploaded.peak} MB`, ""],
      ["peak memory after the ingestion job", `${after.peak} MB`, `(target: under ${WANTED_MB} MB)`],
    ]);
  } finally {
    await rm(path, { force: true });
  }
}

/**
 * Measures the service's memory during the import of `count` events of the last three weeks: views of 20,000 products
 * by devices with ten events each.
 */
export async function benchImportedEvents(bench: Bench, count: number): Promise<void> {
  const path = join(bench.service.dataDir, "events.ndjson");
  const access = { ...bench.access, base_url: bench.service.demo.base_url };
  try {
    await pipeline(Readable.from(views(count)), createWriteStream(path));
    const before = await memory(bench.service.pid);
    const started = performance.now();
    const { events } = await postEvents(access, await uploadOf(path), () => undefined);
    const seconds = (performance.now() - started) / 1000;
    const settled = await settledMemory(bench.service.pid);
    bench.table(`Import of ${count} events (${events.accepted} accepted, ${seconds.toFixed(0)} s)`, [
      ["resident before", `${before.now} MB`, ""],
      ["peak", `${(await memory(bench.service.pid)).peak} MB`, `(target: under ${WANTED_MB} MB)`],
      ["resident afterwards", `${settled} MB`, ""],
    ]);
  } finally {
    await rm(path, { force: true });
  }
}

const EVENTS_OF_A_DEVICE = 10;
const VIEWED_PRODUCTS = 20_000;
const SPAN_MS = 21 * 24 * 60 * 60 * 1000;

function* views(count: number): Generator<string> {
  const from = Date.now() - SPAN_MS;
  for (let number = 0; number < count; number += 1) {
    yield `${JSON.stringify({
      type: "product_view",
      event_id: `event-${number}`,
      device_id: `device-${Math.floor(number / EVENTS_OF_A_DEVICE)}`,
      occurred_at: new Date(from + (SPAN_MS * number) / count).toISOString(),
      product: { id: `product-${(number * 7919) % VIEWED_PRODUCTS}` },
    })}\n`;
  }
}

async function writeLargeFeed(path: string, { variants }: BenchCatalogue, bytes: number): Promise<number> {
  let lines = 0;
  function* copies(): Generator<string> {
    for (let copy = 0, written = 0; written < bytes; copy += 1) {
      for (const data of variants) {
        const renamed = {
          ...data,
          product_identifier: `${data.product_identifier}-${copy}`,
          variant_identifier: `${data.variant_identifier}-${copy}`,
        };
        const line = `${JSON.stringify({ operation: "insert", product_data: renamed })}\n`;
        written += line.length;
        lines += 1;
        yield line;
        if (written >= bytes) return;
      }
    }
  }
  await pipeline(Readable.from(copies()), createWriteStream(path));
  return lines;
}

const SETTLED = { everyMs: 1_000, views: 15, within: 0.01 };

/** Waits until the resident memory of an idle process is stable, and returns it in MB. */
export async function settledMemory(pid: number): Promise<number> {
  let { now } = await memory(pid);
  for (let look = 0; look < SETTLED.views; look += 1) {
    await delay(SETTLED.everyMs);
    const before = now;
    ({ now } = await memory(pid));
    if (Math.abs(now - before) <= SETTLED.within * before) break;
  }
  return now;
}

/** Returns the current and peak resident memory of a process in MB, as reported by the operating system. */
async function memory(pid: number): Promise<{ now: number; peak: number }> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => {
    throw new Error("the memory of a process is read from /proc, which requires Linux");
  });
  const megabytes = (name: string) =>
    Math.round((Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024) / 1e6);
  return { now: megabytes("VmRSS"), peak: megabytes("VmHWM") };
}
