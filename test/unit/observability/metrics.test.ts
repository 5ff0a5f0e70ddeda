import { expect } from "chai";
import { Registry } from "prom-client";
import { createMetrics } from "../../../src/observability/metrics.js";

describe("createMetrics", () => {
  it("createMetrics exports metrics of requests, search engine calls, feed lines, jobs, errors and the event loop", async () => {
    const registry = new Registry();
    const metrics = createMetrics(registry);
    metrics.requestDuration.observe({ method: "POST", route: "/v2/recommendations/search", status: "200" }, 0.004);
    metrics.engineDuration.observe({ operation: "search", outcome: "ok" }, 0.002);
    metrics.ingestionLines.inc({ outcome: "accepted" }, 3);
    metrics.jobs.set({ status: "completed" }, 1);
    metrics.degraded.inc({ reason: "taste" });
    metrics.errors.inc({ code: "not_found" });
    const text = await registry.metrics();
    for (const line of [
      'vitrine_http_request_duration_seconds_bucket{le="0.003",method="POST",route="/v2/recommendations/search",status="200"} 0',
      'vitrine_http_request_duration_seconds_bucket{le="0.005",method="POST",route="/v2/recommendations/search",status="200"} 1',
      'vitrine_engine_call_duration_seconds_count{operation="search",outcome="ok"} 1',
      'vitrine_ingestion_lines_total{outcome="accepted"} 3',
      'vitrine_ingestion_jobs{status="completed"} 1',
      'vitrine_degraded_responses_total{reason="taste"} 1',
      'vitrine_errors_total{code="not_found"} 1',
    ]) {
      expect(text.split("\n")).to.include(line);
    }
    expect(text).to.include("\nnodejs_eventloop_lag_seconds ");
  });

  it("separates registries", async () => {
    const [one, other] = [new Registry(), new Registry()];
    createMetrics(one).errors.inc({ code: "not_found" });
    createMetrics(other);
    expect(await other.metrics()).to.not.include('code="not_found"');
  });
});
