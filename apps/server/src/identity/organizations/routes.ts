import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Mutate } from "#identity/http/mutation.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { notFound } from "#platform/errors.ts";
import { sendResource } from "#platform/http/replies.ts";
import { etagOf, NotModified, problems } from "#platform/http/resource-schemas.ts";
import { type ApplySettings, changeOrganization } from "./change-organization.ts";
import { findOrganization } from "./queries.ts";
import { Organization, UpdateOrganization } from "./schemas.ts";
import { toOrganization } from "./to-organization.ts";

const tags = ["Organization"];

interface OrganizationDeps {
  db: DatabasePool;
  mutate: Mutate;
  applySettings: ApplySettings;
}

export const organizationRoutes: FastifyPluginAsyncTypebox<OrganizationDeps> = async (
  app,
  { db, mutate, applySettings },
) => {
  app.get(
    "/organization",
    {
      config: { access: "organization:read" },
      schema: {
        operationId: "getOrganization",
        tags,
        summary: "Get the organization of the key",
        response: { 200: Organization, 304: NotModified },
      },
    },
    async (request, reply) => {
      const row = await findOrganization(db, request.actor.orgId);
      if (row === undefined) throw notFound("organization");
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
        body: UpdateOrganization,
        response: { 200: Organization, ...problems(400, 409, 412, 422) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        const row = await changeOrganization(
          tx,
          request.actor,
          request.body,
          request.headers["if-match"],
          applySettings,
        );
        return { status: 200, body: toOrganization(row), etag: etagOf(row) };
      }),
  );
};
