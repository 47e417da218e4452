import type { Logger } from "pino";
import type { Config } from "#platform/config/config.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import type { Tracing } from "#platform/spans.ts";

export interface OpenTracing {
  tracing: Tracing | undefined;
  /** Wraps a pool to trace its statements. */
  tracePool: (pool: DatabasePool) => DatabasePool;
}

/** Loads OpenTelemetry and wraps pools only if a collector is configured. */
export async function openTracing(
  { tracing: settings }: Config,
  version: string,
  logger: Logger,
): Promise<OpenTracing> {
  if (settings === undefined) return { tracing: undefined, tracePool: (pool: DatabasePool) => pool };
  const { startTracing } = await import("#platform/tracing/start-tracing.ts");
  const { tracePool } = await import("#platform/tracing/trace-pool.ts");
  const tracing = startTracing(settings, { version, logger });
  return { tracing, tracePool: (pool: DatabasePool) => tracePool(pool, tracing) };
}
