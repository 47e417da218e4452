import { shownAs } from "#platform/fields/shown.ts";
import type { MemberRow } from "./queries.ts";
import { Member } from "./schemas.ts";

const toStored = shownAs(Member, "status");

export function toMember(row: MemberRow): Member {
  return { ...toStored(row), status: row.deactivated_at === null ? "active" : "deactivated" };
}
