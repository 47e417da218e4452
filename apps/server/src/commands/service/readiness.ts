import type { Logger } from "pino";
import type { Blog } from "#blog/blog.ts";
import { type DatabasePool, sql } from "#platform/database/database.ts";
import type { HealthDeps } from "#platform/http/server/health.ts";
import { withDeadline } from "#platform/concurrency/with-deadline.ts";

export interface ReadinessDeps {
  /** The unwrapped pool, so that a probe does not queue behind tenants' statements. */
  db: DatabasePool;
  blog: Pick<Blog, "isLoaded">;
  logger: Pick<Logger, "warn">;
  isStopping: () => boolean;
}

/** Shorter than the 2 s within which probes expect a reply, so that they receive the reason. */
const deadlineMs = 1_500;

export function createReadiness({ db, blog, logger, isStopping }: ReadinessDeps): HealthDeps["findFault"] {
  const askDatabase = withDeadline(deadlineMs, (signal) => db.query(sql`select 1`, { signal }));
  return async (product) => {
    if (isStopping()) return "stopping";
    if (product === "blog") return blog.isLoaded() ? undefined : "the content is not loaded yet";
    try {
      await askDatabase();
      return undefined;
    } catch (error) {
      logger.warn({ err: error }, "not ready");
      return "the database does not respond";
    }
  };
}
