import { type Database, sql, type Transaction } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import { AppError } from "#platform/errors.ts";

export interface ImportShares {
  /** The maximum number of imports with the status `reading`, `previewed` or `applying`. */
  maxUnfinished: number;
  /** The maximum number of bytes that files and staged rows occupy in the database. */
  maxBytes: number;
}

/**
 * Throws 409 if a file of this size would exceed the limits. Acquires a lock, so that concurrent uploads can't exceed
 * them together.
 */
export async function demandShare(tx: Transaction, orgId: string, bytes: number, shares: ImportShares): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`imports of ${orgId}`}, 0))`);
  await refuseExcess(tx, orgId, bytes, shares);
}

/** Like `demandShare`, but without the lock, to refuse a file before it is received. */
export async function refuseExcess(
  db: Database,
  orgId: string,
  bytes: number,
  { maxUnfinished, maxBytes }: ImportShares,
): Promise<void> {
  const { unfinished, stored } = await findShare(db, orgId);
  if (unfinished >= maxUnfinished)
    throw new AppError(
      "too_many_imports",
      `The organization has ${unfinished} imports that have not been applied. Apply or remove one first.`,
    );
  if (stored + bytes > maxBytes)
    throw new AppError(
      "too_many_imports",
      `The files of the organization's imports take up ${mebibytes(stored)} of ${mebibytes(maxBytes)} MiB. Apply or remove one first.`,
    );
}

/** The number of unapplied imports, and of the bytes stored for all. */
export async function findShare(db: Database, orgId: string): Promise<{ unfinished: number; stored: number }> {
  const rows = await db.query<{ unfinished: number; stored: number }>(sql`
    select count(*) filter (where status in ('reading', 'previewed', 'applying')) as unfinished,
           coalesce(sum(stored_bytes), 0)::bigint as stored
      from imports where org_id = ${orgId}`);
  return one(rows);
}

export function mebibytes(bytes: number): number {
  return Math.ceil(bytes / 1_048_576);
}
