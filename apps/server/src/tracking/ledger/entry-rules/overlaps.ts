import { type Database, raw, type Sql, sql, type Transaction } from "#platform/database/database.ts";
import { hasOtherTime, type Writing } from "./writing.ts";

interface Span {
  id: string;
  userId: string;
  startMs: number;
  endMs: number;
  isMoved: boolean;
}

/**
 * The ids of entries that will overlap a stored entry of the same member, an earlier entry in the list, or a later one
 * whose member, start and duration do not change.
 */
export async function findOverlaps(tx: Transaction, orgId: string, writings: Writing[]): Promise<Set<string>> {
  const spans = writings.flatMap(toSpan);
  if (spans.length === 0) return new Set();
  const userIds = spans.map(({ userId }) => userId);
  const ids = writings.map(({ is }) => is.id);
  // Sent together, and run in this order: the second statement sees what was committed before the lock was acquired.
  const [, found] = await Promise.all([lockMembers(tx, orgId, userIds), listOverlapping(tx, orgId, spans, ids)]);
  return new Set([...found, ...overlapsAmong(spans)]);
}

function toSpan({ is, was }: Writing): Span[] {
  if (is.duration_seconds === 0) return [];
  const startMs = Date.parse(is.started_at);
  const endMs = startMs + is.duration_seconds * 1000;
  return [{ id: is.id, userId: is.user_id, startMs, endMs, isMoved: hasOtherTime({ was, is }) }];
}

/** PostgreSQL has a limited number of locks for all organizations together. */
const maxLocked = 200;

/**
 * Locks these members' time until the transaction ends, so if two transactions write overlapping entries, the second
 * sees the entries of the first. Acquires an advisory lock per member or, for many members, one lock for the whole
 * organization.
 */
export async function lockMembers(tx: Transaction, orgId: string, userIds: string[]): Promise<void> {
  const inOrder = [...new Set(userIds)].toSorted();
  const all = sql`hashtextextended(${`time of ${orgId}`}, 0)`;
  if (inOrder.length > maxLocked) {
    await tx.query(sql`select pg_advisory_xact_lock(${all})`);
    return;
  }
  await tx.query(sql`
    select pg_advisory_xact_lock_shared(${all}),
           pg_advisory_xact_lock(hashtextextended('time of ' || ${orgId}::text || ' ' || m.user_id, 0))
      from unnest(${inOrder}::text[]) as m (user_id)`);
}

async function listOverlapping(db: Database, orgId: string, spans: Span[], ids: string[]): Promise<string[]> {
  const input = spans.map(({ id, userId, startMs, endMs }) => {
    return { id, user_id: userId, starts_at: new Date(startMs).toISOString(), ends_at: new Date(endMs).toISOString() };
  });
  const rows = await db.query<{ id: string }>(sql`
    select s.id
      from json_to_recordset(${JSON.stringify(input)}::json) as s (id text, user_id text, starts_at timestamptz, ends_at timestamptz)
     where ${isCovered(orgId, "s", sql`and e.id <> all(${ids})`)}`);
  return rows.map(({ id }) => id);
}

/**
 * Whether a live entry `e` overlaps the span in `of`, which has `user_id`, `starts_at` and `ends_at`. `other` is an
 * additional condition on the entry.
 */
export function isCovered(orgId: string, of: string, other: Sql): Sql {
  const span = (column: string) => raw(`${of}.${column}`);
  const shares = sql`
    e.user_id = ${span("user_id")} and e.deleted_at is null and e.duration_seconds > 0
      and e.started_at < ${span("ends_at")} and e.started_at + e.duration_seconds * interval '1 second' > ${span("starts_at")} ${other}`;
  return sql`(exists (select from time_entries e where e.org_id = ${orgId} and ${shares} and e.started_at > ${span("starts_at")} - interval '168 hours')
              or exists (select from time_entries e where e.org_id = ${orgId} and ${shares} and e.duration_seconds > 604800))`;
}

function overlapsAmong(spans: Span[]): string[] {
  const ofMember = Map.groupBy(spans, ({ userId }) => userId);
  return [...ofMember.values()].flatMap((own) => {
    const position = new Map(own.map((span, at) => [span, at]));
    const inOrder = own.toSorted((a, b) => a.startMs - b.startMs);
    const found: string[] = [];
    for (const [at, span] of inOrder.entries()) {
      for (const next of inOrder.slice(at + 1)) {
        if (next.startMs >= span.endMs) break;
        const [earlier, later] = (position.get(span) ?? 0) < (position.get(next) ?? 0) ? [span, next] : [next, span];
        found.push(later.id);
        // If the later row keeps its member, start and duration, only the earlier row changes, so the overlap counts
        // against the earlier row too.
        if (!later.isMoved) found.push(earlier.id);
      }
    }
    return found;
  });
}
