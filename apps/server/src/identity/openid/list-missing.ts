import { listTeamIds } from "#identity/teams/queries.ts";
import { findOrganization } from "#identity/organizations/queries.ts";
import type { OpenIdGroups } from "#platform/config/openid-groups.ts";
import type { Database } from "#platform/database/database.ts";
import { ownCommand } from "#platform/process/own-command.ts";

/** Lists the organization and teams in the group settings that do not exist in the database. */
export async function listMissing(
  db: Database,
  { orgId, teams }: Pick<OpenIdGroups, "orgId" | "teams">,
): Promise<{ problem: string; mend: string }[]> {
  if ((await findOrganization(db, orgId)) === undefined)
    return [
      {
        problem: `OIDC_JOIN contains an organization that does not exist (${orgId}), so nobody joins it and no groups are applied.`,
        mend: `\`${ownCommand} org list\` shows the ids of organizations.`,
      },
    ];
  const wanted = [...new Set([...teams.values()].flat())];
  const present = wanted.length === 0 ? [] : await listTeamIds(db, orgId, wanted);
  return wanted
    .filter((id) => !present.includes(id))
    .map((id) => ({
      problem: `OIDC_TEAMS contains a team that does not exist in the organization (${id}), so nobody is added to it.`,
      mend: "GET /v1/teams shows the ids of teams; create the team, or remove it from OIDC_TEAMS.",
    }));
}
