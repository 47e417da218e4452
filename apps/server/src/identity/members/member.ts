import { shownAs } from "#platform/fields/shown.ts";
import { sql } from "#platform/database/database.ts";
import type { Resource } from "#identity/history/resource.ts";
import type { MemberRow } from "./queries.ts";
import { Member } from "./schemas.ts";

const toStored = shownAs(Member, "status");

export function toMember(row: MemberRow): Member {
  return { ...toStored(row), status: row.deactivated_at === null ? "active" : "deactivated" };
}

export const member = {
  kind: "member",
  prefix: "user",
  tables: ["members", "imported_people"],
  rowType: "shown_members",
  readScope: "members:read",
  schema: Member,
  toShown: toMember,
  toLogged,
  proof: {
    table: "members",
    unrecorded: {
      openid_status: "whether a sign-in or a person decided, which the change row's author shows",
      favourites: "a convenience of the member",
    },
  },
  actions: [
    {
      name: "member.added",
      event:
        "A person became a member, or became active again; `previous` contains the former state of a returning member.",
      sometimesPrevious: true,
    },
    {
      name: "member.updated",
      event: "A member's role or name was changed.",
      previous: { role: "manager" },
    },
    {
      name: "member.removed",
      event: "A member was deactivated; their entries and name are kept.",
      previous: { status: "active", deactivatedAt: null },
      example: { status: "deactivated", deactivatedAt: "2026-03-02T16:30:00.250Z" },
    },
  ],
  files: [
    {
      table: "members",
      about: "members and their roles, including former members",
      columns: "userId email name role deactivatedAt createdAt updatedAt favourites",
      computed: {
        name: sql`(select name from users where id = t.user_id)`,
        email: sql`(select email from users where id = t.user_id)`,
      },
      order: "t.user_id",
    },
  ],
} as const satisfies Resource;

/** The log omits the status, because it follows from `deactivatedAt`. */
function toLogged(row: MemberRow): object {
  const { status: _status, ...fields } = toMember(row);
  return fields;
}
