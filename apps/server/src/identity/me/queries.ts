import { type Database, sql } from "#platform/database/database.ts";
import type { Favourite } from "./schemas.ts";

/** Returns the favourites in the order that the member chose. */
export async function findFavourites(db: Database, orgId: string, userId: string): Promise<Favourite[]> {
  const [row] = await db.query<{ favourites: Favourite[] }>(
    sql`select favourites from members where org_id = ${orgId} and user_id = ${userId}`,
  );
  return row?.favourites ?? [];
}

export async function storeFavourites(
  db: Database,
  orgId: string,
  userId: string,
  favourites: readonly Favourite[],
): Promise<void> {
  await db.query(sql`
    update members set favourites = ${JSON.stringify(favourites)}::jsonb where org_id = ${orgId} and user_id = ${userId}`);
}
