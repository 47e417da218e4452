import { addOperations, type Operations } from "#identity/http/operations.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import type { OrganizationRow } from "./queries.ts";
import type { Mutate, OperationDeps } from "#identity/http/mutation.ts";
import { AppError, gone } from "#platform/errors.ts";
import { etagOf } from "#platform/http/contract/resource-schemas.ts";
import { type ApplySettings, changeOrganization } from "./change-organization.ts";
import { cancelDeletion, scheduleDeletion } from "./end-organization.ts";
import { findOrganization } from "./queries.ts";
import { Organization, ScheduleDeletion, UpdateOrganization } from "./schemas.ts";
import { toOrganization } from "./organization.ts";

interface OrganizationDeps extends OperationDeps {
  /** Like `mutate`, for changes to an organization's rules, which run one at a time. */
  mutateRules: Mutate;
  applySettings: ApplySettings;
}

const operations = {
  getOrganization: {
    at: "GET /organization",
    access: "organization:read",
    summary: "Get the key's organization",
    reply: Organization,
    others: [304],
  },
  updateOrganization: {
    at: "PATCH /organization",
    access: "organization:write",
    byHand: true,
    summary: "Change the organization's settings",
    description:
      "A session that turns `membersMayMakeKeys` on must have authenticated in the last 10 minutes, or call `POST /auth/reauthenticate` first.",
    body: UpdateOrganization,
    reply: Organization,
    others: [400, 409, 412, 422],
  },
  scheduleDeletion: {
    at: "POST /organization/deletion",
    access: "organization:write",
    ownerOnly: true,
    reauthenticated: true,
    summary: "Delete the organization, 30 days from now",
    description:
      "A full export (`GET /organization/export`) must have begun in the last 24 hours. Until `deletesAt`, everything can be read and exported, and the deletion cancelled; every other change is 409 `organization_ending`. Then the organization and everything in it are permanently removed.",
    body: ScheduleDeletion,
    reply: Organization,
    others: [400, 409, 422],
  },
  cancelDeletion: {
    at: "DELETE /organization/deletion",
    access: "organization:write",
    ownerOnly: true,
    evenWhileEnding: true,
    summary: "Cancel the deletion of the organization",
    reply: "The deletion is cancelled.",
    others: [404],
  },
} as const satisfies Operations;

export async function organizationRoutes(app: HttpApp, deps: OrganizationDeps): Promise<void> {
  const { db, mutate, mutateRules, applySettings, now } = deps;
  addOperations(
    app,
    operations,
    { tag: "Organization", mutate },
    {
      async getOrganization({ actor }) {
        const row = await findOrganization(db, actor.orgId);
        if (row === undefined) throw gone("organization");
        return shown(row);
      },
      updateOrganization({ actor, body: input, headers }, _reply, inTransaction) {
        const edit = { input, ifMatch: headers["if-match"] };
        return inTransaction(
          async (tx) => shown(await changeOrganization(tx, actor, edit, { now: now(), applySettings })),
          mutateRules,
        );
      },
      scheduleDeletion: async (tx, { actor, body: input }) =>
        shown(await scheduleDeletion(tx, actor, { input }, { now: now() })),
      async cancelDeletion(tx, { actor }) {
        if ((await cancelDeletion(tx, actor)) === undefined)
          throw new AppError("not_found", "No deletion of this organization is scheduled.");
      },
    },
  );
}

function shown(row: OrganizationRow) {
  return { body: toOrganization(row), etag: etagOf(row) };
}
