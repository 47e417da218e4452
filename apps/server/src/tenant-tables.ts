import type { Resource } from "#identity/history/resource.ts";
import { resources } from "#tracking/resources.ts";

/**
 * Every table of a tenant, in the order of deletion: keys first, so nobody can use them any more, referencing tables
 * before referenced ones, and changes after every table whose deletion writes some.
 */
export const tenantTables: readonly string[] = resources
  .flatMap((resource: Resource) => resource.tables ?? [])
  .toReversed();
