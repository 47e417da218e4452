import type { Resource } from "#identity/history/resource.ts";
import { type Stored, storeOf } from "#identity/history/store.ts";
import { fieldNames } from "#platform/fields/fields.ts";
import { shownAs } from "#platform/fields/shown.ts";
import { teamFields } from "./fields.ts";
import { Team } from "./schemas.ts";

export type TeamRow = Stored<Team>;

export const toTeam = shownAs(Team);

export const team = {
  kind: "team",
  prefix: "team",
  tables: ["teams"],
  rowType: "teams",
  readScope: "teams:read",
  fields: teamFields,
  schema: Team,
  toShown: toTeam,
  // None of these actions is a webhook event, because a team's members concern nobody outside the organization.
  actions: [{ name: "team.created" }, { name: "team.updated" }, { name: "team.deleted" }],
  files: [
    {
      table: "teams",
      about: "teams; memberIds and leadIds are JSON",
      columns: `id ${fieldNames(teamFields)} createdAt updatedAt`,
    },
  ],
} as const satisfies Resource;

export const teams = storeOf<TeamRow>(team);
