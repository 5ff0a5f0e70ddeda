import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parser } from "@prometheus-io/lezer-promql";
import { expect } from "chai";
import { Registry } from "prom-client";
import { parse, parseAllDocuments } from "yaml";
import { parseConfig } from "../../src/config.js";
import { createMetrics } from "../../src/observability/metrics.js";
import { CHECKOUT } from "../support/process.js";

const deployed = (...path: string[]): string => readFileSync(join(CHECKOUT, "deploy", ...path), "utf8");

interface Rule {
  readonly record?: string;
  readonly alert?: string;
  readonly expr: string;
  readonly labels?: { readonly severity?: string };
  readonly annotations?: { readonly summary?: string; readonly runbook?: string };
}

const rulesIn = (file: string): Rule[] =>
  (parse(deployed("prometheus", file)) as { groups: { rules: Rule[] }[] }).groups.flatMap(({ rules }) => rules);

interface Panel {
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly targets?: readonly { readonly expr: string }[];
}

const panels = readdirSync(join(CHECKOUT, "deploy", "grafana", "dashboards")).flatMap(
  (file) => (JSON.parse(deployed("grafana", "dashboards", file)) as { panels: Panel[] }).panels,
);
const recorded = rulesIn("recording-rules.yml");
const alerts = rulesIn("alerts.yml");

/**
 * Returns the exported metrics by name, with their labels. For a histogram, the names of its time series are included.
 */
function exported(): Map<string, ReadonlySet<string>> {
  const { registry } = createMetrics(new Registry());
  const series = new Map<string, ReadonlySet<string>>([["up", new Set()]]);
  for (const { name, type } of registry.getMetricsAsArray() as readonly { name: string; type: unknown }[]) {
    const { labelNames = [] } = registry.getSingleMetric(name) as unknown as { labelNames?: readonly string[] };
    const isHistogram = String(type) === "histogram";
    series.set(name, new Set(labelNames));
    if (!isHistogram) continue;
    for (const end of ["_bucket", "_sum", "_count"]) series.set(`${name}${end}`, new Set([...labelNames, "le"]));
  }
  return series;
}

/** Labels that Prometheus adds. */
const OF_PROMETHEUS = ["job", "instance"];

/** Returns the errors of a PromQL expression: syntax errors, and names that the service does not export. */
function errorsIn(expr: string, known: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const errors: string[] = [];
  let name = "";
  parser.parse(expr).iterate({
    enter({ type, from, to }) {
      const text = expr.slice(from, to);
      if (type.isError) errors.push(`cannot be read at ${from}`);
      if (type.name === "VectorSelector") {
        name = /^[\w:]*/.exec(text)?.[0] ?? "";
        if (!known.has(name)) errors.push(`no series ${name}`);
      }
      if (type.name === "LabelName" && /Matcher$/.test(parentOf(expr, from))) {
        const labels = known.get(name);
        if (labels !== undefined && !labels.has(text) && !OF_PROMETHEUS.includes(text)) {
          errors.push(`no label ${text} of ${name}`);
        }
      }
    },
  });
  return errors;
}

const parentOf = (expr: string, at: number): string => parser.parse(expr).resolveInner(at, 1).parent?.type.name ?? "";

describe("monitoring configuration", () => {
  const known = exported();
  for (const { record = "" } of recorded) known.set(record, new Set(["route", "kind", "outcome"]));

  it("the monitoring configuration uses only metrics and labels that the service exports", () => {
    const expressions = [
      ...[...recorded, ...alerts].map(({ expr }) => expr),
      ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    ];
    expect(expressions.length).to.be.above(50);
    const wrong = expressions.flatMap((expr) => errorsIn(expr, known).map((error) => `${expr}: ${error}`));
    expect(wrong).to.deep.equal([]);
  });

  it("the check of the monitoring configuration detects errors in a PromQL expression", () => {
    expect(errorsIn('sum(rate(vitrine_gone_total{code="a"}[5m])', known)).to.include("no series vitrine_gone_total");
    expect(errorsIn("sum(rate(up[5m])", known).join()).to.match(/^cannot be read at/);
    expect(errorsIn('vitrine_errors_total{kode="a"}', known)).to.deep.equal(["no label kode of vitrine_errors_total"]);
  });

  it("the monitoring configuration has a runbook for each alert", () => {
    const guide = readFileSync(join(CHECKOUT, "docs", "operators", "runbooks.md"), "utf8");
    for (const { alert = "", labels, annotations } of alerts) {
      expect(guide, alert).to.include(`### ${alert}\n`);
      expect(annotations?.runbook).to.equal(`docs/operators/runbooks.md#${alert.toLowerCase()}`);
      expect(annotations?.summary, alert).to.be.a("string");
      expect(labels?.severity, alert).to.be.oneOf(["page", "ticket"]);
    }
  });

  it("the monitoring configuration describes every dashboard panel", () => {
    const silent = panels.filter(({ type, description, targets = [] }) => type !== "row" && (!description || targets.length === 0)); // prettier-ignore
    expect(silent).to.deep.equal([]);
  });
});

describe("the Kubernetes manifests", () => {
  interface Manifest {
    readonly apiVersion: string;
    readonly kind: string;
    readonly metadata: { readonly name: string };
  }

  const manifests = parseAllDocuments(deployed("kubernetes", "vitrine.yaml")).map((one) => one.toJS() as Manifest);
  const named = (kind: string) => manifests.filter((one) => one.kind === kind);

  it("Kubernetes manifests are valid against the Kubernetes schemas", async () => {
    for (const manifest of manifests) {
      const models = (await import(`kubernetes-models/${manifest.apiVersion}`)) as Models;
      const Model = models[manifest.kind];
      if (Model === undefined) throw new Error(`${manifest.apiVersion} has no ${manifest.kind}`);
      expect(() => new Model(manifest).validate(), `${manifest.kind} ${manifest.metadata.name}`).not.to.throw();
    }
    expect(manifests.map(({ kind }) => kind)).to.deep.equal([
      ...["StatefulSet", "Service", "Service", "ServiceAccount", "NetworkPolicy"],
      ...["PodDisruptionBudget", "HorizontalPodAutoscaler"],
    ]);
  });

  it("Kubernetes manifests contain only settings that the service accepts, and allow enough time for its shutdown", () => {
    const [set] = named("StatefulSet") as unknown as [{ spec: { template: { spec: PodSpec } } }];
    const { terminationGracePeriodSeconds, containers } = set.spec.template.spec;
    const env = Object.fromEntries(
      containers.flatMap((container) => container.env.map(({ name, value }) => [name, value])),
    );
    const { OPENSEARCH_URL, ...values } = env;
    expect(OPENSEARCH_URL, "from the secret").to.equal(undefined);
    const { lameDuckSeconds, shutdownSeconds } = parseConfig(values);
    expect(lameDuckSeconds + shutdownSeconds).to.be.below(terminationGracePeriodSeconds);
  });
});

type Models = Record<string, (new (data: object) => { validate(): void }) | undefined>;

interface PodSpec {
  readonly terminationGracePeriodSeconds: number;
  readonly containers: readonly { readonly env: readonly { readonly name: string; readonly value?: string }[] }[];
}
