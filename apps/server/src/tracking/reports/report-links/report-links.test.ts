import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { inDays, newReportLink, newSavedReport, newTeam } from "#test/worlds/factories.ts";
import { type Json, newTestApp, testApp } from "#test/worlds/test-app.ts";

test("a link shows its token once, and only its hash is stored", async () => {
  const { newOrganization, db } = await testApp();
  const caller = await newOrganization();
  const url = `/v1/saved-reports/${await newSavedReport(caller)}/links`;
  const made = await caller.post(url, { expiresAt: inDays(1), name: "For Acme", showsAmounts: true });
  assert.equal(made.status, 201, made.text);
  const { token, link, ...shown } = made.json;
  assert.match(token, /^[\w-]{43}$/);
  assert.match(link, new RegExp(`^https?://[^/]+/shared/${token}$`));
  assert.partialDeepStrictEqual(shown, {
    name: "For Acme",
    query: { report: "summary" },
    createdBy: caller.userId,
    showsPeople: false,
    showsAmounts: true,
    showsNotes: false,
    opens: 0,
    lastOpenedAt: null,
  });
  const list = await caller.get(url);
  assert.deepEqual(list.json.data, [shown]);
  assert.deepEqual((await caller.get(`${url}/${shown.id}`)).json, shown);
  const [row] = await db.query<Json>(sql`select token_hash from report_links where org_id = ${caller.orgId}`);
  assert.equal(row.token_hash.length, 32);
  const changes = await db.query<Json>(sql`select * from changes where org_id = ${caller.orgId}`);
  for (const text of [JSON.stringify(changes), list.text, (await caller.get("/v1/audit-events")).text])
    assert.ok(!text.includes(token) && !text.includes(row.token_hash.toString("hex")));
  for (const [pointer, wrong] of [
    ["/expiresAt", { expiresAt: new Date(Date.now() - 1000).toISOString() }],
    ["/expiresAt", { expiresAt: "tomorrow" }],
    ["/name", { expiresAt: inDays(1), name: " " }],
    ["/showsCosts", { expiresAt: inDays(1), showsCosts: true }],
  ] as const)
    assertProblem(await caller.post(url, wrong), 422, "validation_failed", [pointer]);
});

test("only managers and above publish, within the scopes of their key, and only what they see", async () => {
  const { newOrganization, newMember, newKey } = await testApp();
  const owner = await newOrganization();
  const [manager, member, viewer] = [
    await newMember(owner, "manager"),
    await newMember(owner, "member"),
    await newMember(owner, "viewer"),
  ];
  const body = { expiresAt: inDays(1) };
  const [shared, costs, hidden] = [
    await newSavedReport(owner, { shared: true }),
    await newSavedReport(owner, { shared: true, query: { report: "costs" } }),
    await newSavedReport(owner),
  ];
  const linksOf = (id: string) => `/v1/saved-reports/${id}/links`;
  const own = await newSavedReport(member);
  assertProblem(await member.post(linksOf(own), body), 403, "forbidden");
  assertProblem(await member.post(linksOf(shared), body), 403, "forbidden");
  assertProblem(await viewer.post(linksOf(shared), body), 403, "forbidden");
  assertProblem(await member.post(linksOf(shared), { expiresAt: inDays(-1) }), 403, "forbidden");
  assertProblem(await manager.post(linksOf(hidden), body), 404, "not_found");
  const made = await manager.post(linksOf(shared), body);
  assert.equal(made.status, 201, made.text);
  const narrow = await newKey(owner, ["reports:read", "reports:write"]);
  assert.equal((await narrow.post(linksOf(shared), body)).status, 201);
  assertProblem(await narrow.post(linksOf(shared), { ...body, showsAmounts: true }), 403, "insufficient_scope");
  assertProblem(await narrow.post(linksOf(costs), body), 403, "insufficient_scope");
  // Everyone who sees the report sees its links, and managers can revoke them.
  assert.equal((await viewer.get(linksOf(shared))).json.data.length, 2);
  assertProblem(await manager.get(linksOf(hidden)), 404, "not_found");
  const link = `${linksOf(shared)}/${made.json.id}`;
  assertProblem(await member.delete(link), 403, "forbidden");
  assertProblem(await member.delete(`${link}x`), 404, "not_found");
  assertProblem(await manager.delete(`${linksOf(hidden)}/${made.json.id}`), 404, "not_found");
  assert.equal((await owner.delete(link)).status, 204);
  assertProblem(await owner.delete(link), 404, "not_found");
  assertProblem(await owner.get(link), 404, "not_found");
});

test("a report by team or of a team is published only with the scope to read teams", async () => {
  const { newOrganization, newMember, newKey } = await testApp();
  const owner = await newOrganization();
  const manager = await newMember(owner, "manager");
  const team = await newTeam(owner, { memberIds: [manager.userId] });
  const body = { expiresAt: inDays(1), showsPeople: true };
  const [narrow, wide] = [
    await newKey(manager, ["reports:read", "reports:write", "time-entries:read"]),
    await newKey(manager, ["reports:read", "reports:write", "time-entries:read", "teams:read"]),
  ];
  for (const query of [
    { report: "summary", groupBy: ["project", "team"] },
    { report: "weekly", groupBy: ["team"] },
    { report: "summary", teamId: [team.id] },
    { report: "detailed", teamId: [team.id] },
  ]) {
    const path = `/v1/saved-reports/${await newSavedReport(narrow, { query })}`;
    assertProblem(await narrow.get(`${path}/figures`), 403, "insufficient_scope");
    assertProblem(await narrow.post(`${path}/links`, body), 403, "insufficient_scope");
    const made = await wide.post(`${path}/links`, body);
    assert.equal(made.status, 201, made.text);
    assert.equal((await owner.get(`/auth/shared-reports/${made.json.token}`)).status, 200);
  }
});

test("creation and revocation are in the audit log, even if the report is deleted", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const { id, linkId } = await newReportLink(caller);
  const second = await caller.post(`/v1/saved-reports/${id}/links`, { expiresAt: inDays(1) });
  assert.equal((await caller.delete(`/v1/saved-reports/${id}/links/${linkId}`)).status, 204);
  assert.equal((await caller.delete(`/v1/saved-reports/${id}`)).status, 204);
  const { data } = (await caller.get("/v1/audit-events?targetType=report_link")).json;
  assert.deepEqual(
    data.map(({ action, targetId, targetName }: Json) => [action, targetId, targetName]),
    [
      ["report_link.revoked", second.json.id, "Hours"],
      ["report_link.revoked", linkId, "Hours"],
      ["report_link.created", second.json.id, "Hours"],
      ["report_link.created", linkId, "Hours"],
    ],
  );
});

test("a link of another report or organization does not exist", async () => {
  const { newOrganization } = await testApp();
  const [caller, stranger] = [await newOrganization(), await newOrganization()];
  const [own, other] = [await newReportLink(caller), await newReportLink(caller)];
  const foreign = await newReportLink(stranger);
  for (const path of [
    `${own.id}/links/${other.linkId}`,
    `${own.id}/links/${foreign.linkId}`,
    `${foreign.id}/links/${foreign.linkId}`,
  ]) {
    assertProblem(await caller.get(`/v1/saved-reports/${path}`), 404, "not_found");
    assertProblem(await caller.delete(`/v1/saved-reports/${path}`), 404, "not_found");
  }
  assertProblem(await caller.post(`/v1/saved-reports/${foreign.id}/links`, { expiresAt: 5 }), 404, "not_found");
});

test("a link expires in 90 days by default, and never later than the service allows", async () => {
  const at = Date.parse("2026-03-01T08:00:00Z");
  const dayMs = 86_400_000;
  const now = () => new Date(at);
  for (const [sharedLinkMaxDays, usual] of [
    [undefined, 90],
    [30, 30],
  ] as const) {
    const world = await newTestApp({ now, ...(sharedLinkMaxDays === undefined ? {} : { sharedLinkMaxDays }) });
    const caller = await world.newOrganization();
    const url = `/v1/saved-reports/${await newSavedReport(caller)}/links`;
    const most = sharedLinkMaxDays ?? 400;
    assert.equal((await caller.get("/v1/me")).json.sharedLinkMaxDays, most);
    const made = await caller.post(url, {});
    assert.equal(Date.parse(made.json.expiresAt), at + usual * dayMs, made.text);
    const last = new Date(at + most * dayMs);
    assert.equal((await caller.post(url, { expiresAt: last.toISOString() })).status, 201);
    const late = await caller.post(url, { expiresAt: new Date(last.getTime() + 1).toISOString() });
    assertProblem(late, 422, "validation_failed", ["/expiresAt"]);
    assert.match(late.json.errors[0].message, new RegExp(`at most ${most} days`));
  }
});

test("a link created for longer than the service now allows works until its end", async () => {
  const { newOrganization, anonymous, db } = await testApp();
  const caller = await newOrganization();
  const { linkId, token } = await newReportLink(caller);
  await db.query(sql`
    update report_links set expires_at = '2199-01-01T00:00:00Z' where org_id = ${caller.orgId} and id = ${linkId}`);
  assert.equal((await anonymous.send("GET", `/auth/shared-reports/${token}`)).status, 200);
});

test("a session needs a recent re-authentication to publish, but not to revoke links", async () => {
  const { newOrganization, newSession, db } = await testApp();
  const owner = await newOrganization();
  const { id, linkId } = await newReportLink(owner);
  const session = await newSession(owner);
  const url = `/v1/saved-reports/${id}/links`;
  assert.equal((await session.post(url, {})).status, 201);
  await db.query(sql`
    update api_keys set authenticated_at = authenticated_at - interval '11 minutes'
     where org_id = ${session.orgId} and id = ${session.keyId}`);
  const changes = sql`select id from changes where org_id = ${owner.orgId} and action = 'report_link.created'`;
  assertProblem(await session.post(url, {}), 403, "reauthentication_required");
  assert.equal((await db.query(changes)).length, 2);
  assert.equal((await session.delete(`${url}/${linkId}`)).status, 204);
});
