import { remember } from "#platform/concurrency/remember.ts";
import type { Database } from "#platform/database/database.ts";
import { minuteMs } from "#platform/days.ts";
import type { Metrics } from "#platform/http/server/metrics.ts";
import { findSealAge } from "./queries.ts";

/** Caches the age, because reading it examines every organization, and chains are sealed only once an hour. */
const rememberedMs = 5 * minuteMs;

export function addSealMetrics({ gauge }: Pick<Metrics, "gauge">, db: Database): void {
  const age = remember(rememberedMs, () => findSealAge(db));
  gauge(
    "stint_audit_last_seal_seconds",
    "When the newest seal of an audit log was made (Unix time).",
    async () => (await age()).sealed_at ?? Number.NaN,
  );
  gauge(
    "stint_audit_unsealed_seconds",
    "Age of the oldest chained change that no seal covers, in any organization.",
    async () => (await age()).unsealed_seconds,
  );
}
