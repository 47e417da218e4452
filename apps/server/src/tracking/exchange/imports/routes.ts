import { type Actor, may } from "#identity/access.ts";
import { pageSize } from "#platform/http/contract/schemas.ts";
import { byId } from "#identity/by-id.ts";
import { addOperations, type InTransaction, type Operations, type RequestOf } from "#identity/http/operations.ts";
import { findOrganization } from "#identity/organizations/queries.ts";
import { type Database, sql } from "#platform/database/database.ts";
import { targetOf } from "#platform/http/contract/target.ts";
import { decodeCursor, encodeCursor, fingerprint } from "#platform/http/replies/cursor.ts";
import { readPage, toPage } from "#platform/http/replies/pages.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import { newId } from "#platform/ids.ts";
import type { TrackingDeps } from "#tracking/ledger/deps.ts";
import { demandApplying, demandUndoing } from "./import-rights.ts";
import { applyImport, changeImport, createImport, removeImport } from "./import-verbs.ts";
import { importTag, imports, type ImportRow } from "./import.ts";
import { deleteFrom, listPeople } from "./queries.ts";
import { listDoubts } from "./staged/staged-rows.ts";
import { demandShare, type ImportShares, refuseExcess } from "./import-shares.ts";
import { mediaTypes, readMediaType, receiveFile, refuseLength } from "./receive-file.ts";
import { DoubtPage, Import, ImportPage, ListDoubts, ListImports, UpdateImport, UploadQuery } from "./schemas.ts";
import { toImport } from "./to-import.ts";

const access = "imports:write";
const file = { schema: { type: "string", format: "binary", description: "The file." } };

const operations = {
  listImports: {
    at: "GET /imports",
    access,
    summary: "List imports",
    query: ListImports,
    reply: ImportPage,
    others: [422],
  },
  createImport: {
    at: "POST /imports",
    access,
    streamsBody: true,
    summary: "Upload a file to import",
    description:
      "The body is the file exported from the other program, up to 100 MB. It is read in the background: poll the import until it is `previewed`. Nothing changes in the organization until you apply the import. If the `Idempotency-Key` was used before, the saved reply is returned without reading the file. An upload may take hours, as long as at least 64 KiB arrive every 30 seconds (otherwise 408). An organization may have four uploads in progress (otherwise 503), and five unapplied imports and 512 MiB of imported files and rows (otherwise 409 `too_many_imports`). Unapplied imports are removed after 7 days.",
    query: UploadQuery,
    body: { content: Object.fromEntries(mediaTypes.map((type) => [type, file])) },
    reply: Import,
    status: 202,
    others: [400, 409, 422],
    byHand: true,
  },
  getImport: {
    at: "GET /imports/:id",
    access,
    summary: "Get an import",
    reply: Import,
    others: [304, 404],
  },
  listImportDoubts: {
    at: "GET /imports/:id/doubts",
    access,
    summary: "List the doubts about an import",
    description: "Each value that could not be used unchanged, with its location and the value that replaces it.",
    query: ListDoubts,
    reply: DoubtPage,
    others: [404, 422],
  },
  updateImport: {
    at: "PATCH /imports/:id",
    access,
    summary: "Change how a file is imported",
    description:
      "Changing `source`, `timeZone`, `dateOrder`, `durationUnit`, `decimalMark` or `columns` reads the file again; the import is `reading` until that is done.",
    body: UpdateImport,
    reply: Import,
    others: [400, 404, 409, 412, 422],
  },
  applyImport: {
    at: "POST /imports/:id/apply",
    access,
    summary: "Apply an import",
    description:
      "All or nothing, in the background: poll the import until it is `applied`. The questions of the preview must be answered first.",
    reply: Import,
    status: 202,
    others: [404, 409, 412, 422],
  },
  deleteImport: {
    at: "DELETE /imports/:id",
    access,
    summary: "Undo or remove an import",
    description:
      "An applied import is undone in the background: everything that it created is removed, except its members and what people have used or changed since, which `kept` lists. Its entries cannot be restored. Any other import is removed at once, and returned as it was.",
    reply: Import,
    status: 202,
    others: [404, 409, 412, 422],
  },
} as const satisfies Operations;

type Asked<Name extends keyof typeof operations> = RequestOf<(typeof operations)[Name]>;

interface ImportDeps extends TrackingDeps {
  shares: ImportShares;
}

export async function importRoutes(app: HttpApp, deps: ImportDeps): Promise<void> {
  const { db, mutate, now, shares } = deps;
  const find = byId(({ actor, params }) => imports.find(db, actor.orgId, params.id), "import");
  addOperations(
    app,
    operations,
    { tag: "Imports", mutate, find },
    {
      async listImports({ actor, query }) {
        const page = readPage(query, ["imports"]);
        const rows = await imports.list(db, actor.orgId, sql``, page);
        return { body: toPage(rows, page, await prepareShown(db, actor, rows)) };
      },
      createImport: (request, _reply, inTransaction) => upload(app, request, inTransaction, deps),
      getImport: async (request) => shown(db, request.actor, await find(request)),
      async listImportDoubts(request) {
        return { body: await readDoubts(db, request, await find(request)) };
      },
      async updateImport(tx, request) {
        const change = { ...targetOf(request), input: request.body };
        return shown(tx, request.actor, await changeImport(tx, request.actor, change, { now: now(), shares }));
      },
      async applyImport(tx, request) {
        const row = await applyImport(tx, request.actor, targetOf(request));
        await demandApplying(tx, request.actor, row, { now: now() });
        return shown(tx, request.actor, row);
      },
      async deleteImport(tx, request) {
        const { actor } = request;
        const toShown = await prepareShown(tx, actor, [request.params]);
        const row = await removeImport(tx, actor, targetOf(request));
        if (row.status === "applied") await demandUndoing(tx, actor, row.id);
        return { body: toShown(row), etag: tagFor(actor, row) };
      },
    },
  );
}

async function upload(
  app: HttpApp,
  request: Asked<"createImport">,
  inTransaction: InTransaction<Awaited<ReturnType<typeof shown>> & { location: string }>,
  { db, shares }: ImportDeps,
) {
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
    return await inTransaction(async (tx) => {
      await demandShare(tx, actor.orgId, bytes, shares);
      isKept = true;
      const row = await createImport(tx, actor, { id, query: request.query, mediaType, bytes });
      return { ...(await shown(tx, actor, row)), location: `/v1/imports/${id}` };
    });
  } catch (error) {
    isKept = false;
    throw error;
  } finally {
    // Deletes the chunks unless this upload created an import: a replayed response belongs to an earlier upload.
    if (!isKept) await deleteFrom(db, ["import_chunks"], actor.orgId, id);
  }
}

async function readDoubts(db: Database, { actor, query }: Asked<"listImportDoubts">, { id }: ImportRow) {
  const { limit = pageSize, cursor } = query;
  const bound = fingerprint(["import-doubts", id]);
  const after = cursor === undefined ? 0 : Number(decodeCursor(cursor, bound, (text) => /^\d{1,15}$/.test(text)).value);
  const rows = await listDoubts(db, actor.orgId, id, { after, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    data: shown.map(({ number: _number, ...doubt }) => doubt),
    nextCursor: last === undefined ? null : encodeCursor({ value: String(last.number), id: "x" }, bound),
  };
}

async function shown(db: Database, actor: Actor, row: ImportRow) {
  const toShown = await prepareShown(db, actor, [row]);
  return { body: toShown(row), etag: tagFor(actor, row) };
}

/** Loads what showing these imports to the actor requires. */
async function prepareShown(db: Database, actor: Actor, rows: { id: string }[]): Promise<(row: ImportRow) => Import> {
  const ids = rows.map(({ id }) => id);
  const people = Map.groupBy(await listPeople(db, actor.orgId, ids), (person) => person.import_id);
  const timeZone = (await findOrganization(db, actor.orgId))?.time_zone ?? "UTC";
  return (row) => toImport(row, people.get(row.id) ?? [], { timeZone, money: may(actor, "costs:read") });
}

function tagFor(actor: Actor, row: ImportRow): string {
  return importTag(row, !may(actor, "costs:read"));
}
