import type { MemberRow } from "./queries.ts";
import type { Member } from "./schemas.ts";

export function toMember(row: MemberRow): Member {
  return {
    userId: row.user_id,
    name: row.name,
    email: row.email,
    role: row.role,
    status: row.deactivated_at === null ? ("active" as const) : ("deactivated" as const),
    deactivatedAt: row.deactivated_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  };
}
