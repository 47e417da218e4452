import { createRequire } from "node:module";
import type { FastifyInstance } from "fastify";
import type * as PromClient from "prom-client";
import { loopTurns, nextTurn } from "#platform/process/loop-turns.ts";
import { withDeadline } from "#platform/concurrency/with-deadline.ts";
import { requestFacts, tenths } from "./trace-request.ts";

// Single files, because prom-client's entry module also loads the default metrics with OpenTelemetry: 80 modules, which
// would delay the start by 60 ms (20 starts each, with the compile cache).
const load = createRequire(import.meta.url);
const Registry = load("prom-client/lib/registry.js") as typeof PromClient.Registry;
const Counter = load("prom-client/lib/counter.js") as typeof PromClient.Counter;
const Gauge = load("prom-client/lib/gauge.js") as typeof PromClient.Gauge;
const Histogram = load("prom-client/lib/histogram.js") as typeof PromClient.Histogram;

declare module "fastify" {
  interface FastifyContextConfig {
    /** Whether machines poll the route every few seconds, so its requests are logged at debug level. */
    isProbe?: boolean;
  }
}

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  return {
    registry,
    /** The number of requests answered so far, excluding probes. */
    requests: { answered: 0 },
    /** Adds a gauge that each scrape reads. Its value is NaN if `read` fails or takes too long. */
    gauge(name: string, help: string, read: () => number | Promise<number>) {
      const readInTime = withDeadline(async () => read());
      new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          this.set(await readInTime().catch(() => Number.NaN));
        },
      });
    },
    /** Adds a gauge with one label; each scrape reads its values, keyed by label value. */
    gauges(name: string, help: string, label: string, read: () => Iterable<readonly [string, number]>) {
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers: [registry],
        collect() {
          this.reset();
          for (const [value, figure] of read()) this.set({ [label]: value }, figure);
        },
      });
    },
    /** Adds a counter with one label; returns the function that increments it, by 1 by default. */
    counter: (name: string, help: string, label: string): ((value: string, by?: number) => void) =>
      incrementerOf(new Counter({ name, help, labelNames: [label], registers: [registry] })),
    /** Adds a gauge with one label; returns the function that sets it. */
    labelledGauge(name: string, help: string, label: string): (value: string, figure: number) => void {
      const gauge = new Gauge({ name, help, labelNames: [label], registers: [registry] });
      return (value, figure) => gauge.set({ [label]: value }, figure);
    },
    histogram(name: string, help: string, buckets: number[]): (value: number) => void {
      const histogram = new Histogram({ name, help, buckets, registers: [registry] });
      return (value) => histogram.observe(value);
    },
    /**
     * Adds a histogram with one label. The returned function starts the series of a label value, and returns the
     * function that records values in it.
     */
    labelledHistogram(name: string, help: string, label: string, buckets: number[]) {
      const histogram = new Histogram({ name, help, labelNames: [label], buckets, registers: [registry] });
      return (value: string) => {
        histogram.zero({ [label]: value });
        const child = histogram.labels(value);
        return (figure: number) => child.observe(figure);
      };
    },
  };
}

function incrementerOf(counter: PromClient.Counter) {
  // A lookup in this map is faster than prom-client's lookup by labels.
  const children = new Map<string, PromClient.Counter.Internal>();
  return (value: string, by = 1) => {
    let child = children.get(value);
    if (child === undefined) children.set(value, (child = counter.labels(value)));
    child.inc(by);
  };
}

/** Measures the process and its event loop. Call it once per process, because it never stops. */
export async function measureProcess({ registry, gauges }: Metrics): Promise<void> {
  await nextTurn();
  const collect = load("prom-client/lib/defaultMetrics.js") as typeof PromClient.collectDefaultMetrics;
  await nextTurn();
  collect({ register: registry });
  // Removes gauges that only sum other gauges; their suffix `_total` is meant for counters.
  for (const what of ["handles", "requests", "resources"]) registry.removeSingleMetric(`nodejs_active_${what}_total`);
  measureLoop(registry);
  gauges(
    "stint_event_loop_turn_longest_seconds",
    "The longest turn of the event loop since the last scrape, by the request or job that used most of it.",
    "work",
    () => [...loopTurns.takeLongest()].map(([work, ms]) => [work, ms / 1000] as const),
  );
}

const sampleMs = 20;

function measureLoop(registry: PromClient.Registry): void {
  const delays = new Histogram({
    name: "stint_event_loop_delay_seconds",
    help: `The delay of a timer that is due every ${sampleMs} ms, which is how long any event had to wait.`,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1],
    registers: [registry],
  });
  let dueAt = performance.now() + sampleMs;
  const sample = () => {
    const now = performance.now();
    delays.observe(Math.max(0, now - dueAt) / 1000);
    dueAt = now + sampleMs;
  };
  setInterval(sample, sampleMs).unref();
}

/** Serves /metrics (Prometheus text format) and measures every routed request. */
export function addMetrics(app: FastifyInstance, { registry, requests }: Metrics): void {
  const durations = new Histogram({
    name: "stint_http_request_duration_seconds",
    help: "Time from the request line to the end of the reply, by route.",
    labelNames: ["method", "route", "status"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  app.addHook("onResponse", (request, reply, done) => {
    if (request.isInner) return done();
    const route = request.routeOptions.url ?? "unknown";
    const isProbe = request.routeOptions.config.isProbe === true;
    if (!isProbe) requests.answered++;
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    request.log[isProbe ? "debug" : "info"](
      { ...requestFacts(request), status: reply.statusCode, ms: tenths(reply.elapsedTime) },
      "request",
    );
    done();
  });
  app.get("/metrics", { config: { isProbe: true } }, async (_request, reply) =>
    reply.header("content-type", registry.contentType).send(await registry.metrics()),
  );
}
