import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "#platform/http/contract/type/type.ts";
import type { Mutate } from "#identity/http/mutation.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { AppError, gone } from "#platform/errors.ts";
import { sendResource } from "#platform/http/replies/replies.ts";
import { etagOf, NotModified, problems } from "#platform/http/contract/resource-schemas.ts";
import { type ApplySettings, changeOrganization } from "./change-organization.ts";
import { cancelDeletion, scheduleDeletion } from "./end-organization.ts";
import { findOrganization } from "./queries.ts";
import { Organization, ScheduleDeletion, UpdateOrganization } from "./schemas.ts";
import { toOrganization } from "./to-organization.ts";

const tags = ["Organization"];

interface OrganizationDeps {
  db: DatabasePool;
  mutate: Mutate;
  /** Like `mutate`, for changes to an organization's rules, which run one at a time. */
  mutateRules: Mutate;
  applySettings: ApplySettings;
  now: () => Date;
}

export const organizationRoutes: FastifyPluginAsyncTypebox<OrganizationDeps> = async (
  app,
  { db, mutate, mutateRules, applySettings, now },
) => {
  app.get(
    "/organization",
    {
      config: { access: "organization:read" },
      schema: {
        operationId: "getOrganization",
        tags,
        summary: "Get the key's organization",
        response: { 200: Organization, 304: NotModified },
      },
    },
    async (request, reply) => {
      const row = await findOrganization(db, request.actor.orgId);
      if (row === undefined) throw gone("organization");
      return sendResource(request, reply, etagOf(row), toOrganization(row));
    },
  );

  app.patch(
    "/organization",
    {
      config: { access: "organization:write" },
      schema: {
        operationId: "updateOrganization",
        tags,
        summary: "Change the organization's settings",
        description:
          "A session that turns `membersMayMakeKeys` on must have authenticated in the last 10 minutes, or call `POST /auth/reauthenticate` first.",
        body: UpdateOrganization,
        response: { 200: Organization, ...problems(400, 409, 412, 422) },
      },
    },
    async (request, reply) =>
      mutateRules(request, reply, async (tx) => {
        const { actor, body: input, headers } = request;
        const edit = { input, ifMatch: headers["if-match"] };
        const row = await changeOrganization(tx, actor, edit, { now: now(), applySettings });
        return { status: 200, body: toOrganization(row), etag: etagOf(row) };
      }),
  );

  app.post(
    "/organization/deletion",
    {
      config: { access: "organization:write", ownerOnly: true, reauthenticated: true },
      schema: {
        operationId: "scheduleDeletion",
        tags,
        summary: "Delete the organization, 30 days from now",
        description:
          "A full export (`GET /organization/export`) must have begun in the last 24 hours. Until `deletesAt`, everything can be read and exported, and the deletion cancelled; every other change is 409 `organization_ending`. Then the organization and everything in it are permanently removed.",
        body: ScheduleDeletion,
        response: { 200: Organization, ...problems(400, 409, 422) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        const row = await scheduleDeletion(tx, request.actor, { input: request.body }, { now: now() });
        return { status: 200, body: toOrganization(row), etag: etagOf(row) };
      }),
  );

  app.delete(
    "/organization/deletion",
    {
      config: { access: "organization:write", ownerOnly: true, evenWhileEnding: true },
      schema: {
        operationId: "cancelDeletion",
        tags,
        summary: "Cancel the deletion of the organization",
        response: { 204: Type.Null({ description: "The deletion is cancelled." }), ...problems(404) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        if ((await cancelDeletion(tx, request.actor)) === undefined)
          throw new AppError("not_found", "No deletion of this organization is scheduled.");
        return { status: 204 };
      }),
  );
};
