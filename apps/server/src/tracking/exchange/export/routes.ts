import type { FastifyReply } from "fastify";
import { completeScopes } from "#identity/access.ts";
import { addOperations, type Operations, type RequestOf } from "#identity/http/operations.ts";
import { recordExport } from "#identity/organizations/end-organization.ts";
import { findOrganization, type OrganizationRow } from "#identity/organizations/queries.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import type { Snapshot } from "#platform/database/pool/stream-rows.ts";
import { gone } from "#platform/errors.ts";
import { Type } from "#platform/http/contract/type/type.ts";
import { sendFile } from "#platform/http/replies/send-table.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import { writeZip } from "#platform/tables/zip.ts";
import { exportedFiles } from "./files.ts";

interface ExportDeps {
  db: DatabasePool;
  reports: DatabasePool;
  now: () => Date;
}

// Requires the read scopes of all exported data, so that a key cannot export what it cannot read elsewhere. Newer
// scopes are exempt, so that keys created before them can still export.
const shown = completeScopes.filter((scope) => scope.endsWith(":read"));

const operations = {
  exportOrganization: {
    at: "GET /organization/export",
    access: "organization:write",
    alsoNeeds: shown,
    ownerOnly: true,
    reauthenticated: true,
    summary: "Download all data of the organization",
    description:
      "A zip of CSV and JSON files from a single snapshot; its README.txt describes them. They contain no secrets. `exportedAt` is updated when the whole zip has been sent.",
    reply: { content: { "application/zip": { schema: Type.String({ format: "binary" }) } } },
    others: [422, 503],
  },
} as const satisfies Operations;

export async function exportRoutes(app: HttpApp, deps: ExportDeps): Promise<void> {
  addOperations(
    app,
    operations,
    { tag: "Organization" },
    { exportOrganization: (request, reply) => sendExport(request, reply, deps) },
  );
}

/**
 * Sends a zip whose files come from one snapshot, on a connection for reports. The snapshot is released when the zip is
 * complete. The time of the export is recorded after the last byte and before the reply ends, so an interrupted
 * download does not count as an export.
 */
async function sendExport(
  request: RequestOf<typeof operations.exportOrganization>,
  reply: FastifyReply,
  { db, reports, now }: ExportDeps,
): Promise<FastifyReply> {
  const { actor } = request;
  const beganAt = now();
  const snapshot = await reports.snapshot();
  const organization = await readFirst(snapshot, actor.orgId);
  return sendFile(request, reply, {
    mediaType: "application/zip",
    filename: `${organization.name} ${beganAt.toISOString().slice(0, 10)}.zip`,
    write: () => writeZip(exportedFiles(snapshot, organization, beganAt), { release: snapshot.end }),
    release: snapshot.end,
    beforeEnd: () => db.transaction((tx) => recordExport(tx, actor, beganAt)),
  });
}

/**
 * Reads the organization before any bytes are sent, so that a failure of the first query still becomes a problem
 * response.
 */
async function readFirst(snapshot: Snapshot, orgId: string): Promise<OrganizationRow> {
  try {
    const organization = await findOrganization(snapshot, orgId);
    if (organization === undefined) throw gone("organization");
    return organization;
  } catch (error) {
    await snapshot.end();
    throw error;
  }
}
