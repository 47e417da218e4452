import type { Resource } from "#identity/history/resource.ts";
import { resources } from "./tracking/exchange/resources.ts";

/**
 * All tables with tenant data, in the order in which they are emptied: keys first, so that they stop working;
 * referencing tables before the tables that they reference; and `changes` after every table whose deletions write
 * changes.
 */
export const tenantTables: readonly string[] = resources
  .flatMap((resource: Resource) => resource.tables ?? [])
  .toReversed();
