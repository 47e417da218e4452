import { isDeepStrictEqual } from "node:util";
import type { Actor } from "#identity/access.ts";
import { hasChanged, type Origin } from "#identity/history/record-change.ts";
import { listMemberIds } from "#identity/members/queries.ts";
import { findOrganization } from "#identity/organizations/queries.ts";
import { assignments, nextVersion } from "#platform/database/columns.ts";
import { sql, type Transaction } from "#platform/database/database.ts";
import { changedColumns, type Columns, newColumns } from "#platform/fields/fields.ts";
import { normalEmail } from "#platform/email.ts";
import { type AppError, escapePointer, invalid, notFound } from "#platform/errors.ts";
import { checkIfMatch } from "#platform/http/replies/etag.ts";
import type { Edit, Target } from "#platform/http/contract/target.ts";
import { asId } from "#platform/ids.ts";
import { demandChoices } from "./import-rights.ts";
import { demandShare, type ImportShares } from "./import-shares.ts";
import { importFields, readingFields } from "./fields.ts";
import { imports, type ImportRow, importTag } from "./import.ts";
import { deleteFrom, importTables, listPeople } from "./queries.ts";
import type { Question } from "./staged/preview-schemas.ts";
import type { Becomes, UpdateImport, UploadQuery } from "./schemas.ts";
import { shownSettings } from "./to-import.ts";

export interface Upload {
  id: string;
  query: UploadQuery;
  mediaType: string;
  bytes: number;
}

/** Stores an import, whose file must already be stored in chunks. A node will read the file in the background. */
export async function createImport(
  tx: Transaction,
  origin: Origin & { userId: string },
  { id, query, mediaType, bytes }: Upload,
): Promise<ImportRow> {
  const timeZone = query.tz ?? (await findOrganization(tx, origin.orgId))?.time_zone ?? "UTC";
  return imports.insert(tx, origin, {
    ...newColumns(importFields, { ...query, timeZone }),
    id,
    work: "read",
    file_name: query.fileName ?? "",
    media_type: mediaType,
    bytes,
    stored_bytes: bytes,
    created_by: origin.userId,
    origin: originOf(origin),
  });
}

/**
 * Changes an import's settings. If a change affects how the file is read or what would be imported, a node reads or
 * plans the import again, and its status is `reading` until then.
 */
export async function changeImport(
  tx: Transaction,
  actor: Actor,
  { id, input, ifMatch }: Edit<UpdateImport>,
  { now, shares }: { now: Date; shares: ImportShares },
): Promise<ImportRow> {
  const before = await lockImport(tx, actor.orgId, { id, ifMatch });
  if (before.status !== "previewed" && before.status !== "failed" && before.status !== "reading")
    throw wrongState(before, "it can only be changed before it is applied");
  const chosen = await readPeople(tx, actor.orgId, id, input.people ?? {});
  demandChoices(actor, { people: chosen, rates: input.rates === before.rates ? undefined : input.rates }, { now });
  const people = { ...before.people, ...chosen };
  const organization = await findOrganization(tx, actor.orgId);
  const given = withoutEffect(input, before);
  const former = before as Columns<typeof importFields>;
  const wanted = { ...changedColumns(importFields, former, given), people };
  const readsAgain = hasChanged(before, { ...before, ...changedColumns(readingFields, former, given) });
  // New choices of people require a new plan if the rules refuse overlaps, or if there are timesheets or entries of the
  // members chosen, because overlaps, closed timesheets and lookalikes depend on the rows' owners.
  const dependsOnOwners =
    organization?.entry_rules?.overlaps === "refuse" ||
    organization?.has_timesheets === true ||
    (await haveEntries(tx, actor.orgId, chosen));
  const judgesAgain = dependsOnOwners && Object.keys(chosen).length > 0;
  const plansAgain = wanted.duplicates !== before.duplicates || wanted.lookalikes !== before.lookalikes || judgesAgain;
  // The rows of a failed import are missing or incomplete, so it can't be planned without reading the file again.
  const isUnread = before.work === "read" || (before.status === "failed" && plansAgain);
  const work = readsAgain || isUnread ? "read" : plansAgain ? "plan" : before.work;
  if (!hasChanged(before, { ...before, ...wanted })) return before;
  // Counts a failed import towards the limits again, because it is about to be read again.
  if (before.status === "failed" && work !== null) await demandShare(tx, actor.orgId, 0, shares);
  return imports.update(tx, actor, before, {
    ...wanted,
    work,
    ...(work !== null && { status: "reading", failure: null, progress_done: 0, progress_total: null }),
  });
}

/** The input without values that are already in effect, because the file shows them. */
function withoutEffect(input: UpdateImport, row: ImportRow): UpdateImport {
  const inEffect = shownSettings(row);
  const given = { ...input };
  for (const name of ["source", "dateOrder", "columns"] as const)
    if (isDeepStrictEqual(input[name], inEffect[name])) delete given[name];
  return given;
}

/** Whether any of the members to whom people of the file are assigned has time entries. */
async function haveEntries(tx: Transaction, orgId: string, chosen: Record<string, Becomes>): Promise<boolean> {
  const userIds = Object.values(chosen).flatMap(({ userId }) => userId ?? []);
  if (userIds.length === 0) return false;
  const found = await tx.query(sql`
    select from time_entries where org_id = ${orgId} and user_id = any(${userIds}) and deleted_at is null limit 1`);
  return found.length > 0;
}

const answeredBy = {
  date_order: "dateOrder",
  columns: "columns",
  duration_unit: "durationUnit",
  decimal_mark: "decimalMark",
  encoding: "encoding",
} as const satisfies Record<Question["code"], keyof UpdateImport>;

/** Queues a previewed import, which a node will apply in the background. */
export async function applyImport(tx: Transaction, actor: Origin, target: Target): Promise<ImportRow> {
  const before = await lockImport(tx, actor.orgId, target);
  if (before.status !== "previewed") throw wrongState(before, "it can only be applied while it is `previewed`");
  const [question] = before.plan?.questions ?? [];
  if (question !== undefined)
    throw invalid(
      `/${answeredBy[question.code]}`,
      "required",
      `${question.message} Answer it with PATCH /v1/imports/${before.id} first.`,
    );
  return begin(tx, actor, before, { work: "apply", status: "applying" });
}

/** Removes an unapplied import and returns its last state. An applied import is undone in the background instead. */
export async function removeImport(tx: Transaction, actor: Origin, target: Target): Promise<ImportRow> {
  const before = await lockImport(tx, actor.orgId, target);
  if (before.status === "applying" || before.work === "undo")
    throw wrongState(before, "it cannot be removed while it is being applied or undone");
  if (before.status === "applied") return begin(tx, actor, before, { work: "undo" });
  await deleteFrom(tx, importTables, actor.orgId, before.id);
  await imports.remove(tx, actor, before);
  return before;
}

async function begin(
  tx: Transaction,
  actor: Origin,
  { id }: ImportRow,
  columns: { work: string; status?: string },
): Promise<ImportRow> {
  const [row] = await tx.query<ImportRow>(sql`
    update imports
       set ${assignments({ ...columns, origin: originOf(actor) })}, progress_done = 0, progress_total = null, ${nextVersion}
     where org_id = ${actor.orgId} and id = ${id}
    returning *`);
  if (row === undefined) throw notFound("import");
  return row;
}

async function lockImport(tx: Transaction, orgId: string, { id, ifMatch }: Target): Promise<ImportRow> {
  const row = await imports.find(tx, orgId, id, sql`for no key update`);
  if (row === undefined) throw notFound("import");
  // Accepts the tag of either kind of reader.
  checkIfMatch(ifMatch?.replaceAll('-plain"', '"'), importTag(row));
  return row;
}

async function readPeople(
  tx: Transaction,
  orgId: string,
  importId: string,
  chosen: Record<string, Becomes>,
): Promise<Record<string, Becomes>> {
  const keys = Object.keys(chosen);
  if (keys.length === 0) return {};
  const known = new Set((await listPeople(tx, orgId, [importId])).map(({ key }) => key));
  const ids = Object.values(chosen).flatMap(({ userId }) => (userId === undefined ? [] : asId(userId)));
  const members = new Set(await listMemberIds(tx, orgId, ids));
  for (const [key, becomes] of Object.entries(chosen)) {
    const pointer = `/people/${escapePointer(key)}`;
    if (!known.has(key))
      throw invalid(pointer, "unknown", "matches nobody in the file; use a `key` from the import's `people`");
    const ways = Object.keys(becomes).filter((way) => way !== "role");
    if (ways.length !== 1) throw invalid(pointer, "required", "must have exactly one of userId, invite and inactive");
    if (becomes.userId !== undefined && !members.has(becomes.userId)) throw notFound("member", `${pointer}/userId`);
    if (becomes.role !== undefined && becomes.invite === undefined)
      throw invalid(`${pointer}/role`, "not_allowed", "is allowed only with invite; omit it");
    if (becomes.invite !== undefined) becomes.invite = normalEmail(becomes.invite) ?? becomes.invite;
  }
  return chosen;
}

function wrongState({ status, work }: ImportRow, rule: string): AppError {
  const state = work === "undo" ? "being undone" : `\`${status}\``;
  return invalid("/status", "not_allowed", `The import is ${state}; ${rule}.`);
}

function originOf({ orgId, userId, keyId, requestId, address = null }: Origin): Origin {
  return { orgId, userId, keyId, requestId, address };
}
