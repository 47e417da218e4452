import assert from "node:assert/strict";
import { test } from "node:test";
import { roles, rolesWith } from "#test/cases/rights-table.ts";
import {
  effectiveScopes,
  may,
  reachesOthers,
  mayMakeKeys,
  roleLacks,
  scopePresets,
  scopes,
  type Role,
  type Scope,
} from "./access.ts";

const actor = (role: Role, held: readonly Scope[]) => ({ role, scopes: new Set(held), userId: "user_1" });

test("a role may do what the table of roles says, with a key of every scope", () => {
  assert.deepEqual(Object.keys(rolesWith).toSorted(), [...scopes].toSorted());
  for (const scope of scopes) {
    for (const role of roles) {
      const expected = rolesWith[scope].includes(role);
      assert.equal(may(actor(role, scopes), scope), expected, `${role} ${scope}`);
      assert.equal(roleLacks(role, scope), !expected, `${role} ${scope}`);
    }
  }
});

test("a setting keeps members from creating keys, and nobody else", () => {
  for (const role of roles) {
    for (const membersMayMakeKeys of [true, false]) {
      const caller = { ...actor(role, scopes), organization: { membersMayMakeKeys, deletesAt: null } };
      const isAllowed = role !== "viewer" && (membersMayMakeKeys || role !== "member");
      assert.equal(mayMakeKeys(caller), isAllowed, `${role} ${membersMayMakeKeys}`);
      assert.equal(mayMakeKeys({ ...caller, scopes: new Set() }), false);
    }
  }
});

test("a key without the scope may do nothing, whatever the role", () => {
  for (const scope of scopes) {
    const others = scopes.filter((other) => other !== scope);
    for (const role of roles) {
      assert.equal(may(actor(role, others), scope), false, `${role} ${scope}`);
      assert.equal(may(actor(role, [scope]), scope), rolesWith[scope].includes(role), `${role} ${scope}`);
    }
  }
});

test("others' entries: owner, admin and manager read and write, a viewer reads, a member neither", () => {
  const reach = (role: Role, scope: Scope, owner: string) => may(actor(role, scopes), scope, owner);
  for (const role of roles) {
    assert.equal(reach(role, "time-entries:read", "user_1"), true, role);
    assert.equal(reach(role, "time-entries:write", "user_1"), role !== "viewer", role);
    assert.equal(reach(role, "time-entries:read", "user_2"), role !== "member", role);
    assert.equal(reach(role, "time-entries:write", "user_2"), role !== "member" && role !== "viewer", role);
    assert.equal(reachesOthers(actor(role, scopes), "time-entries:read"), role !== "member", role);
  }
  assert.equal(may(actor("owner", ["time-entries:read"]), "time-entries:write", "user_2"), false);
  assert.equal(reachesOthers(actor("owner", ["time-entries:read"]), "time-entries:write"), false);
});

test("others' API keys: owners and admins manage all, everybody else their own", () => {
  for (const role of roles) {
    const isAbove = role === "owner" || role === "admin";
    assert.equal(may(actor(role, scopes), "keys:write", "user_1"), role !== "viewer", role);
    assert.equal(may(actor(role, scopes), "keys:write", "user_2"), isAbove, role);
  }
});

test("a role reduces scopes to its own, each once and in order", () => {
  for (const role of roles) {
    assert.deepEqual(
      effectiveScopes(role, scopes.toReversed()),
      scopes.filter((scope) => rolesWith[scope].includes(role)),
    );
    assert.deepEqual(effectiveScopes(role, []), []);
  }
});

test("the presets contain what their names say", () => {
  assert.deepEqual(scopePresets["full"], scopes);
  assert.ok(scopePresets["read-only"]?.every((scope) => scope.endsWith(":read")));
  assert.equal(scopePresets["read-only"]?.length, scopes.filter((scope) => scope.endsWith(":read")).length);
  assert.deepEqual(scopePresets["timer"], ["time-entries:read", "time-entries:write", "projects:read"]);
});
