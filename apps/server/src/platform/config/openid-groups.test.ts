import assert from "node:assert/strict";
import { test } from "node:test";
import { loadConfig } from "./config.ts";

const provider = { OIDC_ISSUER: "https://id.example.com", OIDC_CLIENT_ID: "stint", OIDC_CLIENT_SECRET: "secret" };
const join = { ...provider, OIDC_JOIN: "org_0199c1" };
const claim = { ...join, OIDC_GROUPS_CLAIM: "groups" };

const faultsOf = (env: Record<string, string>) => {
  try {
    loadConfig(env);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
};

test("groups are read with their roles and teams, also with colons, commas, blanks and quotes in their names", () => {
  const { openIdGroups } = loadConfig({
    ...claim,
    OIDC_ROLES: ' admins:admin , urn:x:staff : member,"cn=a, ou=b":viewer,"the ""best""":manager,two words:member',
    OIDC_TEAMS: "design:team_1,design:team_2,staff:team_1",
    OIDC_JOIN_DOMAINS: "Example.com, bücher.example",
    OIDC_REMOVE: "on",
  });
  assert.deepEqual(openIdGroups, {
    orgId: "org_0199c1",
    claim: "groups",
    roles: new Map([
      ["admins", "admin"],
      ["urn:x:staff", "member"],
      ["cn=a, ou=b", "viewer"],
      ['the "best"', "manager"],
      ["two words", "member"],
    ]),
    teams: new Map([
      ["design", ["team_1", "team_2"]],
      ["staff", ["team_1"]],
    ]),
    joinDomains: ["example.com", "xn--bcher-kva.example"],
    removes: true,
    sessionHours: 12,
  });
  assert.equal(loadConfig({ ...claim, OIDC_ROLES: "a:admin", OIDC_SESSION_HOURS: "1" }).openIdGroups?.sessionHours, 1);
  assert.equal(loadConfig({ ...join, OIDC_JOIN_DOMAINS: "example.com" }).openIdGroups?.sessionHours, undefined);
  assert.equal(loadConfig(provider).openIdGroups, undefined);
  assert.equal(loadConfig({ OIDC_REMOVE: "off" }).openIdGroups, undefined);
});

test("wrong settings are named, with what they must be", () => {
  for (const [env, fault] of [
    [{ OIDC_ROLES: "admins:boss" }, /OIDC_ROLES must assign to the group "admins" one of admin, .* not "boss"/],
    [{ OIDC_ROLES: "a:Admin" }, /OIDC_ROLES must assign to the group "a" one of admin/],
    [{ OIDC_ROLES: "admins:owner" }, /OIDC_ROLES must not assign the role owner.*"admins": use admin/],
    [{ OIDC_ROLES: "a:admin,b:member,a:member" }, /OIDC_ROLES must not contain the group "a" twice/],
    ...[
      "admins",
      "admins:",
      ":admin",
      "a:admin,",
      "a:admin,,b:member",
      '"a:admin',
      'a:admin "b":member',
      '"":admin',
    ].map((OIDC_ROLES) => [{ OIDC_ROLES }, /OIDC_ROLES must be groups with their roles, such as/] as const),
    [
      { OIDC_ROLES: "a:admin", OIDC_TEAMS: "design:Design" },
      /OIDC_TEAMS must assign to the group "design" the id of a team/,
    ],
    [
      { OIDC_ROLES: "a:admin", OIDC_TEAMS: "design:org_1" },
      /OIDC_TEAMS must assign to the group "design" the id of a team/,
    ],
    [{ OIDC_ROLES: "a:admin", OIDC_TEAMS: "design" }, /OIDC_TEAMS must be groups with the ids/],
    [{ OIDC_ROLES: "a:admin", OIDC_JOIN: "Example" }, /OIDC_JOIN must be the id of an organization/],
    [{ OIDC_ROLES: "a:admin", OIDC_REMOVE: "yes" }, /OIDC_REMOVE must be one of on, off/],
    ...["0", "721", "1.5", "soon"].map(
      (OIDC_SESSION_HOURS) =>
        [{ OIDC_ROLES: "a:admin", OIDC_SESSION_HOURS }, /OIDC_SESSION_HOURS must be a whole number from 1/] as const,
    ),
    ...["@example.com", "*.example.com", "example.com,,b.example", "jo@example.com", "https://example.com"].map(
      (OIDC_JOIN_DOMAINS) => [{ OIDC_JOIN_DOMAINS }, /OIDC_JOIN_DOMAINS must be domains/] as const,
    ),
    [{}, /OIDC_ROLES, OIDC_TEAMS or OIDC_JOIN_DOMAINS must be set too/],
  ] as const)
    assert.match(faultsOf({ ...claim, ...env }), fault, JSON.stringify(env));
});

test("settings that need others name them", () => {
  const roles = { OIDC_ROLES: "admins:admin" };
  for (const [env, fault] of [
    [{ ...join, ...roles }, /OIDC_GROUPS_CLAIM must be set too, because OIDC_ROLES needs/],
    [
      { ...join, OIDC_TEAMS: "a:team_1", ...roles },
      /OIDC_GROUPS_CLAIM must be set too, because OIDC_ROLES, OIDC_TEAMS need/,
    ],
    [{ ...join, OIDC_JOIN_DOMAINS: "a.example", OIDC_REMOVE: "on" }, /OIDC_GROUPS_CLAIM must .* OIDC_REMOVE needs/],
    [
      { ...provider, OIDC_GROUPS_CLAIM: "groups", ...roles },
      /OIDC_JOIN must be set too, .* OIDC_GROUPS_CLAIM, OIDC_ROLES/,
    ],
    [{ ...provider, OIDC_JOIN_DOMAINS: "a.example" }, /OIDC_JOIN must be set too, because OIDC_JOIN_DOMAINS needs/],
    [{ ...join, OIDC_JOIN_DOMAINS: "a.example", OIDC_SESSION_HOURS: "8" }, /OIDC_ROLES must be set too/],
    [{ OIDC_JOIN: "org_1", OIDC_JOIN_DOMAINS: "a.example" }, /OIDC_ISSUER, OIDC_CLIENT_ID and .* must be set too/],
  ] as const)
    assert.match(faultsOf(env), fault, JSON.stringify(env));
});
