import type { Resource } from "#identity/history/resource.ts";
import { resources } from "#tracking/resources.ts";

/**
 * All tables with tenant data, in the order of deletion: keys first, so that they stop working; referencing tables
 * before the tables that they reference; and changes after every table whose deletion writes changes.
 */
export const tenantTables: readonly string[] = resources
  .flatMap((resource: Resource) => resource.tables ?? [])
  .toReversed();
