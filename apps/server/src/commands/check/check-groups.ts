import { listMissing } from "#identity/openid/list-missing.ts";
import type { OpenIdGroups } from "#platform/config/openid-groups.ts";
import { type Database, sql } from "#platform/database/database.ts";
import { type Finding, findingsOf } from "./finding.ts";

const { good, note, bad } = findingsOf("groups");

/**
 * Checks that the organization and the teams in the group settings exist. Returns no findings without such settings.
 */
export async function checkGroups(db: Database, groups: OpenIdGroups | undefined): Promise<Finding[]> {
  if (groups === undefined) return [];
  const [table] = await db.query<{ name: string | null }>(sql`select to_regclass(${"organizations"})::text as name`);
  if ((table?.name ?? null) === null)
    return [note("The database is empty, so the organization of OIDC_JOIN could not be looked up.")];
  const missing = await listMissing(db, groups);
  if (missing.length > 0) return missing.map(({ problem, mend }) => bad(problem, mend));
  return [good("The organization and the teams in the settings about groups exist.")];
}
