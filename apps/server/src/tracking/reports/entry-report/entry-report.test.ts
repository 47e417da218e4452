import assert from "node:assert/strict";
import { test } from "node:test";
import { readCsv } from "#test/files/read-csv.ts";
import { readXlsx } from "#test/files/read-xlsx.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newEntry, newProject, newTeam } from "#test/worlds/factories.ts";
import { type Caller, type Json, testApp } from "#test/worlds/test-app.ts";

const path = "/v1/reports/entries";

/** Two people's entries for two clients' projects, one of them past midnight and with a formula as its description. */
async function newWorld() {
  const world = await testApp();
  const owner = await world.newOrganization({ timeZone: "Europe/Berlin" });
  const member = await world.newMember(owner, "member");
  const clientId = (await owner.post("/v1/clients", { name: "Müller & Söhne" })).json.id;
  const site = await newProject(owner, { name: "Website", clientId });
  const app = await newProject(owner, { name: "App" });
  for (const kind of ["billable", "cost"])
    await owner.post("/v1/rates", { kind, scope: "organization", rateMinor: 9000 });
  const entries = [
    await newEntry(member, app, { startedAt: "2026-03-01T08:00:00Z", durationSeconds: 5400, billable: false }),
    await newEntry(owner, site, {
      startedAt: "2026-03-02T22:59:30Z",
      durationSeconds: 1200,
      description: "=1+1",
      tags: ["a, b", "ui"],
    }),
  ];
  return { ...world, owner, member, site, entries };
}

async function rowsOf(caller: Caller, query = ""): Promise<string[][]> {
  const answer = await caller.get(`${path}?${query}`);
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.headers["content-type"], "text/csv; charset=utf-8");
  return readCsv(answer.text);
}

const nameOf = async (caller: Caller) => (await caller.get("/v1/me")).json.user.name;

test("a table for people has a row for each entry, in words, with a total", async () => {
  const { app, owner, member } = await newWorld();
  const [mine, theirs] = [await nameOf(owner), await nameOf(member)];
  assert.deepEqual(await rowsOf(owner, "language=de"), [
    [
      ..."Tag,Beginn,Ende,Stunden,Person,Kunde,Projekt,Aufgabe,Beschreibung,Schlagwörter".split(","),
      ..."Abrechenbar,Betrag (EUR),Abrechenbare Stunden".split(","),
    ],
    ["2026-03-01", "9:00:00", "10:30:00", "1.5", theirs, "", "App", "Build", "", "", "Nein", "0.00", "0"],
    [
      "2026-03-02",
      "23:59:30",
      "0:19:30",
      "0.3333",
      mine,
      "Müller & Söhne",
      "Website",
      "Build",
      "'=1+1",
      "a, b, ui",
      "Ja",
      "30.00",
      "0.3333",
    ],
    ["Summe", "", "", "1.8333", "", "", "", "", "", "", "", "30.00", "0.3333"],
  ]);
  assert.equal((await rowsOf(owner, "language=fr"))[0]?.[3], "Heures");
  assert.deepEqual((await rowsOf(owner, "language=en&tz=Asia/Tokyo"))[2]?.slice(0, 3), [
    "2026-03-03",
    "7:59:30",
    "8:19:30",
  ]);

  const headers = { authorization: `Bearer ${owner.apiKey}` };
  const xlsx = await app.inject({ url: `${path}?language=en&format=xlsx`, headers });
  const { sheet, rows } = await readXlsx(xlsx.rawPayload);
  assert.equal(sheet, "Entries");
  assert.deepEqual(
    rows[2]?.map((cell) => cell?.type),
    ["number", "number", "number", "number", ...Array.from({ length: 7 }, () => "text"), "number", "number"],
  );
  assert.equal(rows[2]?.[8]?.value, "=1+1");
  assert.equal(rows.length, 4);
});

test("the billable hours are those of the amount, after the project's rounding", async () => {
  const { owner } = await newWorld();
  const rounded = await newProject(owner, { name: "Rounded", rounding: { mode: "up", minutes: 15 } });
  await newEntry(owner, rounded, { startedAt: "2026-03-05T08:00:00Z", durationSeconds: 451 });
  const row = (await rowsOf(owner, "language=en&from=2026-03-05&to=2026-03-05"))[1] ?? [];
  assert.deepEqual([row[3], ...row.slice(-2)], ["0.1252", "22.50", "0.25"]);
});

test("without a language, the columns are the fields of the API and the names of ids", async () => {
  const { owner } = await newWorld();
  const [names = [], ...lines] = await rowsOf(owner);
  const { data } = (await owner.get("/v1/time-entries?sort=startedAt")).json;
  assert.equal(lines.length, data.length);
  for (const [at, line] of lines.entries()) {
    const shown: Json = Object.fromEntries(names.map((name, index) => [name, line[index]]));
    const { deletedAt: _, ...entry } = data[at];
    for (const [name, value] of Object.entries(entry)) {
      const written = value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);
      assert.equal(shown[name], written === "=1+1" ? "'=1+1" : written, name);
    }
    assert.equal(shown.projectName, ["App", "Website"][at]);
    assert.equal(shown.currency, "EUR");
  }
});

test("a key needs the scope for reports and the one for entries", async () => {
  const { owner, newKey } = await newWorld();
  for (const scopes of [["reports:read"], ["time-entries:read"]] as const)
    assertProblem(await (await newKey(owner, scopes)).get(path), 403, "insufficient_scope");
  assert.equal((await (await newKey(owner, ["reports:read", "time-entries:read"])).get(path)).status, 200);
});

test("the filters and the rows are those of the summary", async () => {
  const { owner, member, newMember, site } = await newWorld();
  const hidden = await newProject(owner, { visibility: "members", memberIds: [owner.userId] });
  await newEntry(owner, hidden, { description: "secret" });
  const lead = await newMember(owner, "member");
  await newTeam(owner, { memberIds: [owner.userId], leadIds: [lead.userId] });
  for (const caller of [owner, member, lead, await newMember(owner, "viewer")])
    for (const query of ["", `projectId=${site.projectId}`, "billable=true", "to=2026-03-01", "q=1%2B1", "tag=UI"]) {
      const { totals } = (await caller.get(`/v1/reports/summary?${query}`)).json;
      assert.equal((await rowsOf(caller, query)).length - 1, totals.entries, query);
      const worded = await caller.get(`${path}?${query}&language=en`);
      assert.equal(readCsv(worded.text).at(-1)?.[3], String(Math.floor((totals.seconds / 3600) * 1e4) / 1e4));
      if (caller !== owner) assert.doesNotMatch(worded.text, /secret/);
    }
});

test("amounts and costs are left out for callers who may not see them", async () => {
  const { owner, member, newMember } = await newWorld();
  const [header = []] = await rowsOf(owner);
  assert.ok(header.includes("amountMinor") && header.includes("costMinor"));
  assert.doesNotMatch((await member.get(path)).text, /amountMinor|costMinor|rate/i);
  assert.doesNotMatch((await member.get(`${path}?language=en`)).text, /Amount/);

  const lead = await newMember(owner, "member");
  await newEntry(lead, await newProject(owner));
  await newTeam(owner, { memberIds: [member.userId, owner.userId], leadIds: [lead.userId], showsMoney: true });
  const leads = await lead.get(path);
  assert.match(leads.text, /amountMinor/);
  assert.doesNotMatch(leads.text, /cost/i);
  // The lead doesn't see their own amount, so the total of the amounts is not known.
  const amounts = (await rowsOf(lead, "language=en")).map((row) => row.at(-2));
  assert.deepEqual(amounts, ["Amount (EUR)", "0.00", "", "30.00", ""]);
});

test("JSON has no language, and an unknown language is refused", async () => {
  const { owner } = await newWorld();
  for (const report of ["/v1/reports/summary", "/v1/reports/costs"])
    assert.deepEqual((await owner.get(`${report}?language=de`)).json, (await owner.get(report)).json);
  assertProblem(await owner.get(`${path}?language=xx`), 422, "validation_failed", ["/language"]);
});
