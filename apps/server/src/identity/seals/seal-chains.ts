import { recordChange } from "#identity/history/record-change.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { runInTurns } from "#platform/concurrency/run-in-turns.ts";
import { minuteMs } from "#platform/days.ts";
import { findHead, findNewestSeal, listOrganizationsToSeal, type SealRow, tryLockChain } from "./queries.ts";

/** Less than an hour, because each node checks hourly, at a different minute. */
const minApartMs = 50 * minuteMs;

export interface SealOptions {
  now: Date;
  /** Called after each seal has been committed. */
  onSeal?: (orgId: string, seal: SealRow) => void;
  signal?: AbortSignal | undefined;
}

/** Seals each chain that contains more changes than its last seal, about once an hour at most. */
export async function sealChains(db: DatabasePool, { now, onSeal, signal }: SealOptions): Promise<void> {
  await runInTurns(await listOrganizationsToSeal(db), async (orgId) => {
    if (signal?.aborted === true) return;
    const seal = await sealChain(db, orgId, now);
    if (seal !== undefined) onSeal?.(orgId, seal);
  });
}

/** Writes the seal as an ordinary change row, so the next block and the next seal cover it. */
async function sealChain(db: DatabasePool, orgId: string, now: Date): Promise<SealRow | undefined> {
  return db.transaction(async (tx) => {
    if (!(await tryLockChain(tx, orgId))) return undefined;
    const [head, newest] = [await findHead(tx, orgId), await findNewestSeal(tx, orgId)];
    // A seal from the far future was made while a clock was ahead. It must not prevent new seals until that time.
    if (newest !== undefined && Math.abs(now.getTime() - Date.parse(newest.sealed_at)) < minApartMs) return undefined;
    const seal: SealRow = {
      position: head.position,
      hash: head.link.toString("hex"),
      changes: head.changes,
      until: head.until_at,
      sealed_at: now.toISOString(),
    };
    const origin = { orgId, userId: null, keyId: null, requestId: null };
    await recordChange(tx, origin, { action: "audit.sealed", targetId: orgId, row: seal });
    return seal;
  });
}
