import type { Resource } from "#identity/history/resource.ts";
import { fieldNames } from "#platform/fields/fields.ts";
import { teamFields } from "./fields.ts";
import { selectExportedTeams } from "./queries.ts";
import { Team } from "./schemas.ts";
import { toTeam } from "./to-team.ts";

export const team = {
  kind: "team",
  prefix: "team",
  tables: ["teams"],
  rowType: "teams",
  readScope: "teams:read",
  schema: Team,
  toShown: toTeam,
  // None of these actions is a webhook event, because a team's members concern nobody outside the organization.
  actions: [{ name: "team.created" }, { name: "team.updated" }, { name: "team.deleted" }],
  files: [
    {
      table: "teams",
      about: "teams; memberIds and leadIds are JSON",
      columns: `id ${fieldNames(teamFields)} createdAt updatedAt`,
      select: selectExportedTeams,
    },
  ],
} as const satisfies Resource;
