import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { byId, pathFirst } from "#identity/http/by-id.ts";
import { demandInvitations } from "#identity/invitations/invitation-verbs.ts";
import { findOrganization } from "#identity/organizations/queries.ts";
import type { Database } from "#platform/database/database.ts";
import { decodeCursor, encodeCursor, fingerprint } from "#platform/http/cursor.ts";
import { readPage, toPage } from "#platform/http/newest-first.ts";
import { sendPage, sendResource } from "#platform/http/replies.ts";
import { IdParams, NotModified, problems } from "#platform/http/resource-schemas.ts";
import { editOf, targetOf } from "#platform/http/target.ts";
import { newId } from "#platform/ids.ts";
import type { TrackingDeps } from "#tracking/deps.ts";
import { applyImport, changeImport, createImport, removeImport } from "./import-verbs.ts";
import { deleteChunks, findImport, type ImportRow, listDoubts, listImports, listPeople } from "./queries.ts";
import { mediaTypes, readMediaType, receiveFile, refuseLength } from "./receive-file.ts";
import { DoubtPage, Import, ImportPage, ListDoubts, ListImports, UpdateImport, UploadQuery } from "./schemas.ts";
import { importTag, toImport } from "./to-import.ts";

const tags = ["Imports"];
const access = "imports:write";

export const importRoutes: FastifyPluginAsyncTypebox<TrackingDeps> = async (app, { db, mutate, now }) => {
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
      const { orgId } = request.actor;
      const rows = await listImports(db, orgId, page);
      const shown = new Map((await showImports(db, orgId, rows)).map((each) => [each.id, each]));
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
        summary: "Upload a file to be imported",
        description:
          "The body is the file as the other program exports it, up to 100 MB. It is read in the background: ask for the import until it is `previewed`. Nothing is written to the organization before it is applied. With an `Idempotency-Key` that was used before, the saved reply comes without the file being read. It may take hours, as long as 64 KiB arrive in every 30 seconds (408). An organization uploads four files at once at most (503).",
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
      refuseLength(request.headers["content-length"]);
      const id = newId("imp");
      const bytes = await app.uploads.run(actor.orgId, request.raw, () =>
        receiveFile(db, actor.orgId, id, request.raw),
      );
      let isKept = false;
      try {
        return await mutate(request, reply, async (tx) => {
          isKept = true;
          const row = await createImport(tx, actor, { id, query: request.query, mediaType, bytes });
          const [body] = await showImports(tx, actor.orgId, [row]);
          return { status: 202, body: body as Import, location: `/v1/imports/${id}`, etag: importTag(row) };
        });
      } catch (error) {
        isKept = false;
        throw error;
      } finally {
        // A saved reply stands for an earlier upload.
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
      const [body] = await showImports(db, request.actor.orgId, [row]);
      return sendResource(request, reply, importTag(row), body as Import);
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
        description: "Each value that could not be taken as it stands, with its place and the value that it becomes.",
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
          "`source`, `timeZone`, `dateOrder` and `columns` read the file again; the import is `reading` meanwhile.",
        params: IdParams,
        body: UpdateImport,
        response: { 200: Import, ...problems(400, 404, 409, 412, 422) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        const row = await changeImport(tx, request.actor, editOf(request), { now: now() });
        const [body] = await showImports(tx, request.actor.orgId, [row]);
        return { status: 200, body: body as Import, etag: importTag(row) };
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
          "All or nothing, in the background: ask for the import until it is `applied`. A question of the preview has to be answered first.",
        params: IdParams,
        response: { 202: Import, ...problems(404, 409, 412, 422) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        const row = await applyImport(tx, request.actor, targetOf(request));
        const invited = Object.values(row.people).filter(({ invite }) => invite !== undefined);
        const roles = invited.map(({ role = "member" }) => role);
        await demandInvitations(tx, request.actor, roles, { now: now() });
        const [body] = await showImports(tx, request.actor.orgId, [row]);
        return { status: 202, body: body as Import, etag: importTag(row) };
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
          "An applied import is undone in the background: everything that it made goes, except what people have changed since, which `kept` names. Any other import is removed at once, and answered as it was.",
        params: IdParams,
        response: { 202: Import, ...problems(404, 409, 412, 422) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        const people = await listPeople(tx, request.actor.orgId, [request.params.id]);
        const row = await removeImport(tx, request.actor, targetOf(request));
        const organization = await findOrganization(tx, request.actor.orgId);
        const body = toImport(row, people, organization?.time_zone ?? "UTC");
        return { status: 202, body, etag: importTag(row) };
      }),
  );
};

async function showImports(db: Database, orgId: string, rows: ImportRow[]): Promise<Import[]> {
  const people = Map.groupBy(
    await listPeople(
      db,
      orgId,
      rows.map(({ id }) => id),
    ),
    (person) => person.import_id,
  );
  const organization = await findOrganization(db, orgId);
  return rows.map((row) => toImport(row, people.get(row.id) ?? [], organization?.time_zone ?? "UTC"));
}
