import { toShown } from "#platform/fields/fields.ts";
import { teamFields } from "./fields.ts";
import type { TeamRow } from "./queries.ts";
import type { Team } from "./schemas.ts";

export function toTeam(row: TeamRow): Team {
  return {
    id: row.id,
    ...toShown(teamFields, row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  };
}
