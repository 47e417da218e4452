import type { Resource } from "#identity/history/resource.ts";
import { Organization } from "./schemas.ts";
import { toOrganization } from "./organization.ts";

/** The period before the lock date. The lock date is a column of the organization, so the period has no table. */
export const period = {
  kind: "period",
  target: "organization",
  rowType: "organizations",
  readScope: "organization:read",
  schema: Organization,
  toShown: toOrganization,
  actions: [
    {
      name: "period.locked",
      event: "The lock date was moved forward: entries before it are now read-only.",
      previous: { lockDate: "2026-02-01" },
      example: { lockDate: "2026-03-01" },
    },
  ],
} as const satisfies Resource;
