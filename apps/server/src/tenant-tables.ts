import type { Resource } from "#identity/history/resource.ts";
import { resources } from "#tracking/resources.ts";

/**
 * Every table of a tenant, in the order in which they are emptied when an organization is removed: what refers before
 * what is referred to, keys first so that nobody uses them meanwhile, and changes after all that writes some.
 */
export const tenantTables: readonly string[] = resources
  .flatMap((resource: Resource) => resource.tables ?? [])
  .toReversed();
