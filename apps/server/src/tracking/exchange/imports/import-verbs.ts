import { isDeepStrictEqual } from "node:util";
import type { Actor } from "#identity/access.ts";
import { hasChanged, type Origin, recordChange } from "#identity/history/record-change.ts";
import { listMemberIds } from "#identity/members/queries.ts";
import { findOrganization } from "#identity/organizations/queries.ts";
import { sql, type Transaction } from "#platform/database/database.ts";
import { normalEmail } from "#platform/email.ts";
import { type AppError, escapePointer, invalid, notFound } from "#platform/errors.ts";
import { checkIfMatch } from "#platform/http/replies/etag.ts";
import type { Edit, Target } from "#platform/http/contract/target.ts";
import { asId } from "#platform/ids.ts";
import { demandChoices } from "./import-rights.ts";
import { demandShare, type ImportShares } from "./import-shares.ts";
import {
  deleteImport,
  findImport,
  type ImportRow,
  insertImport,
  listPeople,
  type NewImport,
  updateImport,
} from "./queries.ts";
import type { Question } from "./staged/preview-schemas.ts";
import type { Becomes, UpdateImport, UploadQuery } from "./schemas.ts";
import { columnsOf, dateOrderOf, importTag, sourceOf } from "./to-import.ts";

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
  const columns: NewImport = {
    org_id: origin.orgId,
    id,
    source: query.source ?? null,
    time_zone: query.tz ?? null,
    encoding: query.encoding ?? null,
    date_order: query.dateOrder ?? null,
    duration_unit: query.durationUnit ?? null,
    decimal_mark: query.decimalMark ?? null,
    file_name: query.fileName ?? "",
    media_type: mediaType,
    bytes,
    created_by: origin.userId,
    origin: originOf(origin),
  };
  const row = await insertImport(tx, columns);
  await recordChange(tx, origin, { action: "import.created", targetId: id, row: row });
  return row;
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
  // A value that is already in effect does not count as a change.
  const reading = {
    source: input.source === undefined || input.source === sourceOf(before) ? before.source : input.source,
    time_zone: input.timeZone ?? before.time_zone,
    encoding: input.encoding === undefined ? before.encoding : input.encoding,
    date_order:
      input.dateOrder === undefined || input.dateOrder === dateOrderOf(before) ? before.date_order : input.dateOrder,
    duration_unit: input.durationUnit === undefined ? before.duration_unit : input.durationUnit,
    decimal_mark: input.decimalMark === undefined ? before.decimal_mark : input.decimalMark,
    columns: isDeepStrictEqual(input.columns ?? columnsOf(before), columnsOf(before)) ? before.columns : input.columns,
  };
  const readsAgain = hasChanged(before, { ...before, ...reading });
  const duplicates = input.duplicates ?? before.duplicates;
  const lookalikes = input.lookalikes ?? before.lookalikes;
  // New choices of people require a new plan if the rules refuse overlaps, or if there are timesheets or entries of the
  // members chosen, because overlaps, closed timesheets and lookalikes depend on the rows' owners.
  const dependsOnOwners =
    organization?.entry_rules?.overlaps === "refuse" ||
    organization?.has_timesheets === true ||
    (await haveEntries(tx, actor.orgId, chosen));
  const judgesAgain = dependsOnOwners && Object.keys(chosen).length > 0;
  const plansAgain = duplicates !== before.duplicates || lookalikes !== before.lookalikes || judgesAgain;
  // The rows of a failed import are missing or incomplete, so it can't be planned without reading the file again.
  const isUnread = before.work === "read" || (before.status === "failed" && plansAgain);
  const work = readsAgain || isUnread ? "read" : plansAgain ? "plan" : before.work;
  const wanted = { ...reading, duplicates, lookalikes, rates: input.rates ?? before.rates, people };
  if (!hasChanged(before, { ...before, ...wanted })) return before;
  // Counts a failed import towards the limits again, because it is about to be read again.
  if (before.status === "failed" && work !== null) await demandShare(tx, actor.orgId, 0, shares);
  const row = await updateImport(tx, actor.orgId, id, {
    ...wanted,
    columns: wanted.columns && JSON.stringify(wanted.columns),
    people: JSON.stringify(people),
    work,
    ...(work === null ? {} : { status: "reading", failure: null, progress_done: 0, progress_total: null }),
  });
  if (row === undefined) throw notFound("import");
  await recordChange(tx, actor, {
    action: "import.updated",
    targetId: id,
    row: row,
    before: before,
  });
  return row;
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
  await deleteImport(tx, actor.orgId, before.id);
  await recordChange(tx, actor, { action: "import.deleted", targetId: before.id, row: before });
  return before;
}

async function begin(
  tx: Transaction,
  actor: Origin,
  { id }: ImportRow,
  columns: { work: string; status?: string },
): Promise<ImportRow> {
  const origin = JSON.stringify(originOf(actor));
  const row = await updateImport(tx, actor.orgId, id, { ...columns, origin, progress_done: 0, progress_total: null });
  if (row === undefined) throw notFound("import");
  return row;
}

async function lockImport(tx: Transaction, orgId: string, { id, ifMatch }: Target): Promise<ImportRow> {
  const row = await findImport(tx, orgId, id, sql`for no key update`);
  if (row === undefined) throw notFound("import");
  checkIfMatch(ifMatch, importTag(row));
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
