import assert from "node:assert/strict";
import { test } from "node:test";
import type { Member, Team } from "@stint/sdk";
import { findMembers } from "./find-members.ts";

const member = (name: string, role: Member["role"], createdAt: string) =>
  ({
    userId: `user_${name.toLowerCase()}`,
    name,
    email: `${name.toLowerCase()}@example.com`,
    role,
    createdAt,
  }) as Member;

const members = [
  member("Mara", "owner", "2026-01-01T00:00:00Z"),
  member("Ben", "member", "2026-02-01T00:00:00Z"),
  member("Ada", "manager", "2026-03-01T00:00:00Z"),
  member("Cleo", "member", "2026-01-15T00:00:00Z"),
];
const facts = {
  teams: [{ name: "Design", memberIds: ["user_ben", "user_ada"] } as Team],
  roleNames: { owner: "Owner", admin: "Admin", manager: "Manager", member: "Member", viewer: "Viewer" },
  lastDays: new Map([
    ["user_cleo", "2026-03-04"],
    ["user_mara", "2026-03-02"],
  ]),
};
const names = (q: string, sort = "") => findMembers(members, { q, sort }, facts).map(({ name }) => name);

test("a search finds names, addresses, roles and teams, and every word must match", () => {
  assert.deepEqual(names(""), ["Ada", "Ben", "Cleo", "Mara"]);
  assert.deepEqual(names("CLEO"), ["Cleo"]);
  assert.deepEqual(names("ben@"), ["Ben"]);
  assert.deepEqual(names("design"), ["Ada", "Ben"]);
  assert.deepEqual(names("design  manager"), ["Ada"]);
  assert.deepEqual(names("nobody"), []);
});

test("members are sorted by role, by joining, and by their last day with time", () => {
  assert.deepEqual(names("", "role"), ["Mara", "Ada", "Ben", "Cleo"]);
  assert.deepEqual(names("", "joined"), ["Mara", "Cleo", "Ben", "Ada"]);
  assert.deepEqual(names("", "active"), ["Cleo", "Mara", "Ada", "Ben"]);
});
