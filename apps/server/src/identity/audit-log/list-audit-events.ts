import { askedUsers, type Actor, may, reachOf } from "#identity/access.ts";
import { pageSize } from "#platform/http/contract/schemas.ts";
import { readRange } from "#identity/organizations/read-range.ts";
import { findNewestSeal } from "#identity/seals/queries.ts";
import type { AuditSeal } from "#identity/seals/schemas.ts";
import { toSeal } from "#identity/seals/audit.ts";
import type { Database } from "#platform/database/database.ts";
import { invalid } from "#platform/errors.ts";
import { findNear } from "#platform/find-near.ts";
import { decodeCursor, encodeCursor, fingerprint } from "#platform/http/replies/cursor.ts";
import { parseInstant } from "#platform/time.ts";
import { type AuditFilter, listActions, listAuditRows, listKeyOwners } from "./queries.ts";
import type { KnownActions } from "#identity/history/resource.ts";
import type { AuditEvent, ListAuditEvents } from "./schemas.ts";
import { type AuditView, targetType, toAuditEvent } from "./to-audit-event.ts";

export async function readAuditFilter(
  db: Database,
  actor: Actor,
  query: ListAuditEvents,
  known: KnownActions,
): Promise<AuditFilter> {
  const { format = "json" } = query;
  for (const name of ["limit", "cursor"] as const) {
    if (format !== "json" && query[name] !== undefined)
      throw invalid(
        `/${name}`,
        "not_allowed",
        `cannot be combined with the format ${format}, which contains everything; omit it`,
      );
  }
  const userIds = askedUsers(actor, query.userId);
  const keyIds = query.keyId;
  return {
    // Filters by the keys' members too, so PostgreSQL can use the index on members.
    userIds: userIds ?? (keyIds && (await listKeyOwners(db, actor.orgId, keyIds))),
    keyIds,
    targetIds: query.targetId,
    actions: await readActions(db, actor.orgId, query, known),
    ...(await readRange(db, actor.orgId, query)),
  };
}

/** Returns the recorded actions that match the query; throws 422 for an unknown action or target type. */
async function readActions(
  db: Database,
  orgId: string,
  { action: words, targetType: types }: ListAuditEvents,
  known: KnownActions,
): Promise<string[] | undefined> {
  if (words === undefined && types === undefined) return undefined;
  const isNamed = (action: string) =>
    words === undefined || words.includes(action) || words.includes(action.replace(/\..*/, ".*"));
  const isAbout = (action: string) => types === undefined || types.includes(targetType(action, known));
  const recorded = await listActions(db, orgId);
  // Other versions of the service may have recorded actions that this version does not declare.
  const all = [...new Set([...known.keys(), ...recorded])];
  demandKnown("/action", words, [...new Set(all.map((action) => action.replace(/\..*/, ".*")))], all);
  demandKnown("/targetType", types, [...new Set(all.map((action) => targetType(action, known)))]);
  return recorded.filter((action) => isNamed(action) && isAbout(action));
}

function demandKnown(pointer: string, words: string[] | undefined, kinds: string[], others: string[] = []): void {
  const known = [...kinds, ...others];
  const unknown = words?.find((word) => !known.includes(word));
  if (unknown === undefined) return;
  const near = findNear(unknown, known);
  const advice = near === undefined ? `choose from ${kinds.join(", ")}` : `did you mean ${near}?`;
  throw invalid(pointer, "not_allowed", `contains ${unknown}, which does not exist; ${advice}`);
}

export function viewOf(actor: Actor, known: KnownActions): AuditView {
  return { known, money: reachOf(actor, "costs:read"), addresses: may(actor, "audit:read") };
}

export async function listAuditEvents(
  db: Database,
  orgId: string,
  filter: AuditFilter,
  view: AuditView,
  { limit = pageSize, cursor, ...query }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<{ data: AuditEvent[]; nextCursor: string | null }> {
  const bound = fingerprint(["audit-events", query, filter.targetIds]);
  const after =
    cursor === undefined ? undefined : decodeCursor(cursor, bound, (value) => parseInstant(value) !== undefined);
  const rows = await listAuditRows(db, orgId, filter, { beforeId: after?.id, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    data: shown.map((row) => toAuditEvent(row, view)),
    nextCursor: rows.length > limit && last !== undefined ? encodeCursor({ value: last.at, id: last.id }, bound) : null,
  };
}

export async function showNewestSeal(db: Database, orgId: string): Promise<AuditSeal | null> {
  const seal = await findNewestSeal(db, orgId);
  return seal === undefined ? null : toSeal(seal);
}
