import { type Actor, may } from "#identity/access.ts";
import { readRange } from "#identity/organizations/read-range.ts";
import type { Database } from "#platform/database/database.ts";
import { invalid } from "#platform/errors.ts";
import { decodeCursor, encodeCursor, fingerprint } from "#platform/http/cursor.ts";
import { asId } from "#platform/ids.ts";
import { parseInstant } from "#platform/time.ts";
import { type AuditFilter, listAuditRows } from "./queries.ts";
import type { ListAuditEvents } from "./schemas.ts";
import { actionsOn, type AuditEvent, type AuditReach, toAuditEvent } from "./to-audit-event.ts";

export async function readAuditFilter(db: Database, actor: Actor, query: ListAuditEvents): Promise<AuditFilter> {
  const { format = "json" } = query;
  for (const name of ["limit", "cursor"] as const) {
    if (format !== "json" && query[name] !== undefined)
      throw invalid(`/${name}`, "not_allowed", `does not go with the format ${format}, which holds everything`);
  }
  return {
    userIds: query.userId?.map((id) => (id === "me" ? actor.userId : asId(id))),
    keyIds: query.keyId?.map(asId),
    targetIds: query.targetId?.map(asId),
    actions: [query.action, query.targetType && actionsOn(query.targetType)].filter((words) => words !== undefined),
    ...(await readRange(db, actor.orgId, query)),
  };
}

/** What of the log the actor may see. */
export function reachOf(actor: Actor): AuditReach {
  return { money: may(actor, "costs:read"), addresses: may(actor, "audit:read") };
}

/** One page of the log, newest first. */
export async function listAuditEvents(
  db: Database,
  orgId: string,
  filter: AuditFilter,
  reach: AuditReach,
  { limit = 50, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<{ data: AuditEvent[]; nextCursor: string | null }> {
  const bound = fingerprint(["audit-events", filter]);
  const after =
    cursor === undefined ? undefined : decodeCursor(cursor, bound, (value) => parseInstant(value) !== undefined);
  const rows = await listAuditRows(db, orgId, filter, { beforeId: after?.id, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    data: shown.map((row) => toAuditEvent(row, reach)),
    nextCursor: rows.length > limit && last !== undefined ? encodeCursor({ value: last.at, id: last.id }, bound) : null,
  };
}
