import assert from "node:assert/strict";
import { test } from "node:test";
import pino from "pino";
import { warnOfGroups } from "#commands/service/open-openid.ts";
import { loadConfig } from "#platform/config/config.ts";
import { createDatabase, sharedDatabase } from "#test/databases/test-database.ts";
import { testApp } from "#test/worlds/test-app.ts";
import { checkGroups } from "./check-openid.ts";

const provider = { OIDC_ISSUER: "https://id.example.com", OIDC_CLIENT_ID: "stint", OIDC_CLIENT_SECRET: "secret" };

function groupsOf(orgId: string, teamId: string) {
  const settings = { OIDC_JOIN: orgId, OIDC_GROUPS_CLAIM: "groups", OIDC_TEAMS: `design:${teamId}` };
  return loadConfig({ ...provider, ...settings }).openIdGroups;
}

test("an organization or team that does not exist is reported by the check and in the log of the start", async () => {
  const { db } = await sharedDatabase();
  const { newOrganization } = await testApp();
  const [owner, other] = [await newOrganization(), await newOrganization()];
  const team = (await owner.post("/v1/teams", { name: "Design" })).json.id;
  const elsewhere = (await other.post("/v1/teams", { name: "Design" })).json.id;
  assert.deepEqual(await checkGroups(db, undefined), []);
  for (const [groups, status, message] of [
    [groupsOf(owner.orgId, team), "good", /exist\.$/],
    [groupsOf("org_1", team), "bad", /^OIDC_JOIN contains an organization that does not exist \(org_1\)/],
    [groupsOf(owner.orgId, elsewhere), "bad", new RegExp(`^OIDC_TEAMS contains a team .*\\(${elsewhere}\\)`)],
  ] as const) {
    const [finding, ...rest] = await checkGroups(db, groups);
    assert.deepEqual(rest, []);
    assert.equal(finding?.status, status);
    assert.match(finding?.message ?? "", message);
    const log: string[] = [];
    await warnOfGroups(groups, db, pino({}, { write: (line: string) => void log.push(line) }));
    assert.equal(log.length, status === "bad" ? 1 : 0);
    if (status === "bad") assert.ok(log[0]?.includes(finding?.message ?? "-"));
  }
});

test("an empty database is a note, and one that cannot be read does not stop the start", async () => {
  const { db } = await createDatabase({ migrated: false });
  const groups = groupsOf("org_1", "team_1");
  assert.deepEqual(
    (await checkGroups(db, groups)).map(({ status }) => status),
    ["note"],
  );
  const log: string[] = [];
  await warnOfGroups(groups, db, pino({}, { write: (line: string) => void log.push(line) }));
  assert.equal(log.length, 1);
});
