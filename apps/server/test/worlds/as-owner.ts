import type { Role } from "#identity/access.ts";
import { type DatabasePool, sql } from "#platform/database/database.ts";
import type { Caller } from "./test-app.ts";

/** Runs `make` while the member is an owner, and then gives the member `role`. */
export async function asOwner<Result>(
  db: DatabasePool,
  { orgId, userId }: Caller,
  role: Role,
  make: () => Promise<Result>,
): Promise<Result> {
  const become = async (as: Role) => {
    await db.query(sql`update members set role = ${as} where org_id = ${orgId} and user_id = ${userId}`);
  };
  await become("owner");
  const made = await make();
  await become(role);
  return made;
}
