import { createRequire } from "node:module";
import type { FastifyInstance } from "fastify";
import type * as PromClient from "prom-client";
import { withDeadline } from "#platform/with-deadline.ts";

// Its entry also loads what only `measureProcess` needs, 70 modules: OpenTelemetry among them.
const load = createRequire(import.meta.url);
const Registry = load("prom-client/lib/registry.js") as typeof PromClient.Registry;
const Counter = load("prom-client/lib/counter.js") as typeof PromClient.Counter;
const Gauge = load("prom-client/lib/gauge.js") as typeof PromClient.Gauge;
const Histogram = load("prom-client/lib/histogram.js") as typeof PromClient.Histogram;

declare module "fastify" {
  interface FastifyContextConfig {
    /** Machines poll it every few seconds, so its requests are logged at debug level. */
    isProbe?: boolean;
  }
}

export interface Metrics {
  registry: PromClient.Registry;
  /** Adds a figure that each scrape reads; NaN when reading fails or takes too long. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void;
  /** Adds a counter with one label; returns the function that increments it. */
  counter(name: string, help: string, label: string): (value: string) => void;
  histogram(name: string, help: string, buckets: number[]): (value: number) => void;
}

const deadlineMs = 1_500;

export function createMetrics(): Metrics {
  const registry = new Registry();
  return {
    registry,
    gauge(name, help, read) {
      const readInTime = withDeadline(deadlineMs, async () => read());
      new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          this.set(await readInTime().catch(() => Number.NaN));
        },
      });
    },
    counter(name, help, label) {
      const counter = new Counter({ name, help, labelNames: [label], registers: [registry] });
      // A look-up here is faster than one by labels.
      const children = new Map<string, PromClient.Counter.Internal>();
      return (value) => {
        let child = children.get(value);
        if (child === undefined) children.set(value, (child = counter.labels(value)));
        child.inc();
      };
    },
    histogram(name, help, buckets) {
      const histogram = new Histogram({ name, help, buckets, registers: [registry] });
      return (value) => histogram.observe(value);
    },
  };
}

/** Adds what Node says of its process; once for each, because it goes on timing the event loop and the garbage collector. */
export async function measureProcess({ registry }: Metrics): Promise<void> {
  const { collectDefaultMetrics } = await import("prom-client");
  collectDefaultMetrics({ register: registry });
}

/** Serves /metrics (Prometheus text format) and measures every routed request. */
export function addMetrics(app: FastifyInstance, { registry }: Metrics): void {
  const durations = new Histogram({
    name: "stint_http_request_duration_seconds",
    help: "Time from the request line to the end of the reply, by route.",
    labelNames: ["method", "route", "status"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  app.addHook("onResponse", (request, reply, done) => {
    const route = request.routeOptions.url ?? "unknown";
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    request.log[request.routeOptions.config.isProbe === true ? "debug" : "info"](
      {
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      "request",
    );
    done();
  });
  app.get("/metrics", { config: { isProbe: true }, schema: { hide: true } }, async (_request, reply) =>
    reply.header("content-type", registry.contentType).send(await registry.metrics()),
  );
}
