import { type DatabasePool, sql } from "#platform/database/database.ts";
import type { Caller } from "./test-app.ts";

/** Has a member make what only an owner may; it has its own role again afterwards. */
export async function asOwner<Result>(
  db: DatabasePool,
  { orgId, userId }: Caller,
  make: () => Promise<Result>,
): Promise<Result> {
  const become = (role: string | undefined) =>
    db.query(sql`update members set role = ${role} where org_id = ${orgId} and user_id = ${userId}`);
  const [member] = await db.query<{ role: string }>(
    sql`select role from members where org_id = ${orgId} and user_id = ${userId}`,
  );
  await become("owner");
  const made = await make();
  await become(member?.role);
  return made;
}
