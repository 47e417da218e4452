import type { TestContext } from "node:test";
import type { TracingConfig } from "#platform/config/tracing-config.ts";
import type { Tracing } from "#platform/spans.ts";
import { startTracing } from "#platform/tracing/start-tracing.ts";
import type { TraceCollector } from "#test/http/trace-collector.ts";

/** Starts tracing to a collector. `problems` contains what the tracing logs. */
export function tracingTo(
  t: TestContext,
  collector: Pick<TraceCollector, "url">,
  { sampler = "parentbased_always_on", ratio = 1 }: Partial<TracingConfig> = {},
): { tracing: Tracing; problems: unknown[] } {
  const problems: unknown[] = [];
  const logger = { warn: (facts: unknown) => void problems.push(facts) };
  const config = { url: `${collector.url}/v1/traces`, sampler, ratio };
  const tracing = startTracing(config, { version: "0.0.0-test", logger, gatherMs: 20 });
  t.after(tracing.stop);
  return { tracing, problems };
}
