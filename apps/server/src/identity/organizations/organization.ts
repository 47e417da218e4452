import type { Resource } from "#identity/history/resource.ts";
import { Organization } from "./schemas.ts";
import { toOrganization } from "./to-organization.ts";

/** Its own row is removed last, and is a file of its own in the full export. */
export const organization = {
  kind: "organization",
  prefix: "org",
  rowType: "organizations",
  readScope: "organization:read",
  schema: Organization,
  toShown: toOrganization,
  actions: [
    { name: "organization.created" },
    { name: "organization.updated" },
    { name: "organization.exported" },
    { name: "organization.deletion_scheduled" },
    { name: "organization.deletion_cancelled" },
  ],
} as const satisfies Resource;
