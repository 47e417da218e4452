import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { type Actor, may } from "#identity/access.ts";
import { byId, pathFirst } from "#identity/by-id.ts";
import { findOrganization, type OrganizationRow } from "#identity/organizations/queries.ts";
import type { Database } from "#platform/database/database.ts";
import { decodeCursor, encodeCursor, fingerprint } from "#platform/http/replies/cursor.ts";
import { readPage, toPage } from "#platform/http/replies/newest-first.ts";
import { sendPage, sendResource } from "#platform/http/replies/replies.ts";
import { IdParams, NotModified, problems } from "#platform/http/contract/resource-schemas.ts";
import { type Target, targetOf } from "#platform/http/contract/target.ts";
import { newId } from "#platform/ids.ts";
import type { TrackingDeps } from "#tracking/ledger/deps.ts";
import { demandApplying, demandUndoing } from "./import-rights.ts";
import { applyImport, changeImport, createImport, removeImport } from "./import-verbs.ts";
import { deleteChunks, findImport, type ImportRow, listImports, listPeople } from "./queries.ts";
import { listDoubts } from "./staged-rows.ts";
import { demandShare, type ImportShares, refuseExcess } from "./import-shares.ts";
import { mediaTypes, readMediaType, receiveFile, refuseLength } from "./receive-file.ts";
import { DoubtPage, Import, ImportPage, ListDoubts, ListImports, UpdateImport, UploadQuery } from "./schemas.ts";
import { importTag, plainTag, toImport, withoutPlain } from "./to-import.ts";

const tags = ["Imports"];
const access = "imports:write";

interface ImportDeps extends TrackingDeps {
  shares: ImportShares;
}

export const importRoutes: FastifyPluginAsyncTypebox<ImportDeps> = async (app, { db, mutate, now, shares }) => {
  const inPath = byId(({ actor, params }) => findImport(db, actor.orgId, params.id), "import");

  app.get(
    "/imports",
    {
      config: { access },
      schema: {
        operationId: "listImports",
        tags,
        summary: "List imports",
        querystring: ListImports,
        response: { 200: ImportPage, ...problems(422) },
      },
    },
    async (request, reply) => {
      const page = readPage(request.query, ["imports"]);
      const rows = await listImports(db, request.actor.orgId, page);
      const shown = new Map((await showImports(db, request.actor, rows)).map((each) => [each.id, each]));
      return sendPage(
        request,
        reply,
        toPage(rows, page, ({ id }) => shown.get(id) as Import),
      );
    },
  );

  app.post(
    "/imports",
    {
      config: { access, streamsBody: true },
      schema: {
        operationId: "createImport",
        tags,
        summary: "Upload a file to import",
        description:
          "The body is the file exported from the other program, up to 100 MB. It is read in the background: poll the import until it is `previewed`. Nothing changes in the organization until you apply the import. If the `Idempotency-Key` was used before, the saved reply is returned without reading the file. An upload may take hours, as long as at least 64 KiB arrive every 30 seconds (otherwise 408). An organization may have four uploads in progress (otherwise 503), and five unapplied imports and 512 MiB of imported files and rows (otherwise 409 `too_many_imports`). Unapplied imports are removed after 7 days.",
        querystring: UploadQuery,
        body: {
          content: Object.fromEntries(
            mediaTypes.map((type) => [
              type,
              { schema: { type: "string", format: "binary", description: "The file." } },
            ]),
          ),
        },
        response: { 202: Import, ...problems(400, 409, 422) },
      },
    },
    async (request, reply) => {
      const { actor } = request;
      const mediaType = readMediaType(request.bodyType);
      const { "content-length": length } = request.headers;
      refuseLength(length);
      const id = newId("imp");
      const bytes = await app.uploads.run(actor.orgId, request.raw, async () => {
        await refuseExcess(db, actor.orgId, Number(length ?? 0), shares).catch((error: unknown) => {
          // Discards what remains of the body, so that the client can read the response.
          request.raw.resume();
          throw error;
        });
        return receiveFile(db, actor.orgId, id, request.raw);
      });
      let isKept = false;
      try {
        return await mutate(request, reply, async (tx) => {
          await demandShare(tx, actor.orgId, bytes, shares);
          isKept = true;
          const row = await createImport(tx, actor, { id, query: request.query, mediaType, bytes });
          const [body] = await showImports(tx, actor, [row]);
          return { status: 202, body: body as Import, location: `/v1/imports/${id}`, etag: tagFor(actor, row) };
        });
      } catch (error) {
        isKept = false;
        throw error;
      } finally {
        // Deletes the chunks unless this upload created an import: a replayed response belongs to an earlier upload.
        if (!isKept) await deleteChunks(db, actor.orgId, id);
      }
    },
  );

  app.get(
    "/imports/:id",
    {
      config: { access },
      preValidation: pathFirst(inPath),
      schema: {
        operationId: "getImport",
        tags,
        summary: "Get an import",
        params: IdParams,
        response: { 200: Import, 304: NotModified, ...problems(404) },
      },
    },
    async (request, reply) => {
      const row = await inPath(request);
      const [body] = await showImports(db, request.actor, [row]);
      return sendResource(request, reply, tagFor(request.actor, row), body as Import);
    },
  );

  app.get(
    "/imports/:id/doubts",
    {
      config: { access },
      preValidation: inPath,
      schema: {
        operationId: "listImportDoubts",
        tags,
        summary: "List the doubts about an import",
        description: "Each value that could not be used unchanged, with its location and the value that replaces it.",
        params: IdParams,
        querystring: ListDoubts,
        response: { 200: DoubtPage, ...problems(404, 422) },
      },
    },
    async (request, reply) => {
      const { limit = 50, cursor } = request.query;
      const { id } = request.params;
      const bound = fingerprint(["import-doubts", id]);
      const after =
        cursor === undefined ? 0 : Number(decodeCursor(cursor, bound, (text) => /^\d{1,15}$/.test(text)).value);
      const rows = await listDoubts(db, request.actor.orgId, id, { after, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      return sendPage(request, reply, {
        data: shown.map(({ number: _number, ...doubt }) => doubt),
        nextCursor: last === undefined ? null : encodeCursor({ value: String(last.number), id: "x" }, bound),
      });
    },
  );

  app.patch(
    "/imports/:id",
    {
      config: { access },
      preValidation: inPath,
      schema: {
        operationId: "updateImport",
        tags,
        summary: "Change how a file is imported",
        description:
          "Changing `source`, `timeZone`, `dateOrder`, `durationUnit`, `decimalMark` or `columns` reads the file again; the import is `reading` until that is done.",
        params: IdParams,
        body: UpdateImport,
        response: { 200: Import, ...problems(400, 404, 409, 412, 422) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        const row = await changeImport(
          tx,
          request.actor,
          { ...importOf(request), input: request.body },
          { now: now(), shares },
        );
        const [body] = await showImports(tx, request.actor, [row]);
        return { status: 200, body: body as Import, etag: tagFor(request.actor, row) };
      }),
  );

  app.post(
    "/imports/:id/apply",
    {
      config: { access },
      preValidation: inPath,
      schema: {
        operationId: "applyImport",
        tags,
        summary: "Apply an import",
        description:
          "All or nothing, in the background: poll the import until it is `applied`. The questions of the preview must be answered first.",
        params: IdParams,
        response: { 202: Import, ...problems(404, 409, 412, 422) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        const row = await applyImport(tx, request.actor, importOf(request));
        await demandApplying(tx, request.actor, row, { now: now() });
        const [body] = await showImports(tx, request.actor, [row]);
        return { status: 202, body: body as Import, etag: tagFor(request.actor, row) };
      }),
  );

  app.delete(
    "/imports/:id",
    {
      config: { access },
      preValidation: pathFirst(inPath),
      schema: {
        operationId: "deleteImport",
        tags,
        summary: "Undo or remove an import",
        description:
          "An applied import is undone in the background: everything that it created is removed, except its members and what people have used or changed since, which `kept` lists. Its entries cannot be restored. Any other import is removed at once, and returned as it was.",
        params: IdParams,
        response: { 202: Import, ...problems(404, 409, 412, 422) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        const people = await listPeople(tx, request.actor.orgId, [request.params.id]);
        const row = await removeImport(tx, request.actor, importOf(request));
        if (row.status === "applied") await demandUndoing(tx, request.actor, row.id);
        const organization = await findOrganization(tx, request.actor.orgId);
        const body = toImport(row, people, shownTo(request.actor, organization));
        return { status: 202, body, etag: tagFor(request.actor, row) };
      }),
  );
};

async function showImports(db: Database, actor: Actor, rows: ImportRow[]): Promise<Import[]> {
  const { orgId } = actor;
  const people = Map.groupBy(
    await listPeople(
      db,
      orgId,
      rows.map(({ id }) => id),
    ),
    (person) => person.import_id,
  );
  const organization = await findOrganization(db, orgId);
  return rows.map((row) => toImport(row, people.get(row.id) ?? [], shownTo(actor, organization)));
}

function shownTo(actor: Actor, organization: OrganizationRow | undefined) {
  return { timeZone: organization?.time_zone ?? "UTC", money: may(actor, "costs:read") };
}

/** The import that a request refers to. If-Match may contain either ETag, with or without amounts. */
function importOf(request: Parameters<typeof targetOf>[0]): Target {
  const { id, ifMatch } = targetOf(request);
  return { id, ifMatch: withoutPlain(ifMatch) };
}

function tagFor(actor: Actor, row: ImportRow): string {
  return may(actor, "costs:read") ? importTag(row) : plainTag(importTag(row));
}
