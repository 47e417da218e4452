import { cachedItems } from "#platform/process/memory.ts";
import { rowsOfStatement } from "#platform/process/row-counts.ts";
import type { Database } from "#platform/database/database.ts";
import { sql } from "#platform/database/database.ts";
import { minuteMs } from "#platform/days.ts";
import type { ErrorCode } from "#platform/errors.ts";
import { runForNobody } from "#platform/requester.ts";
import { newId } from "#platform/ids.ts";

/** A refused request with a known key. */
export interface Refusal {
  orgId: string;
  userId: string;
  keyId: string;
  reason: ErrorCode;
  method: string;
  /** The route's path pattern, which contains no ids. */
  path: string;
  requestId: string;
  address: string;
}

const onceInMs = minuteMs;

/**
 * Writes refusals to the audit log in the background. Only one statement runs at a time, so a flood of refusals uses
 * at most one connection; refusals beyond the queue's limit are dropped.
 */
export function createRefusalLog(db: Database, onError: (error: unknown) => void) {
  const notedAt = new Map<string, number>();
  let waiting: Refusal[] = [];
  let writing: Promise<void> | undefined;

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await insertRefusals(db, batch).catch(onError);
    }
    writing = undefined;
  }

  return {
    /** Records a refusal, at most once a minute per key and reason. Returns immediately and never throws. */
    note(refusal: Refusal, nowMs: number) {
      const name = `${refusal.keyId} ${refusal.reason}`;
      const last = notedAt.get(name);
      if (last !== undefined && nowMs - last < onceInMs) return;
      if (notedAt.size >= cachedItems)
        for (const [known, at] of notedAt) if (nowMs - at >= onceInMs) notedAt.delete(known);
      if (notedAt.size >= cachedItems || waiting.length >= rowsOfStatement) return;
      notedAt.set(name, nowMs);
      waiting.push(refusal);
      writing ??= runForNobody(writeAll);
    },
    settled: async () => writing,
  };
}

async function insertRefusals(db: Database, refusals: readonly Refusal[]): Promise<void> {
  const rows = refusals.map(({ orgId, userId, keyId, reason, method, path, requestId, address }) => ({
    org_id: orgId,
    id: newId("evt"),
    user_id: userId,
    key_id: keyId,
    object: { reason, method, path },
    request_id: requestId,
    address,
  }));
  await db.query(sql`
    insert into changes (org_id, id, user_id, key_id, action, target_id, object, request_id, address)
    select org_id, id, user_id, key_id, 'api_key.refused', key_id, object, request_id, address
      from json_to_recordset(${JSON.stringify(rows)}::json) as r (
        org_id text, id text, user_id text, key_id text, object jsonb, request_id text, address text)`);
}
