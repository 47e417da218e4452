import assert from "node:assert/strict";
import { test } from "node:test";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { testApp } from "#test/worlds/test-app.ts";

const summary = "/v1/reports/summary";
const costs = "/v1/reports/costs";

test("an invalid report query gets a 422 that says where and why", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  const both: [query: string, pointer: string, says: RegExp][] = [
    ["from=2026-03-02&to=2026-03-01", "/from", /from is after `to`; swap/],
    ["from=2026-03-01T00:00:00.001Z&to=2026-03-01T00:00:00Z", "/from", /from is after `to`; swap/],
    ["from=2026-03-02T00:00:00.001Z&to=2026-03-01", "/from", /from is after `to`; swap/],
    ["from=2026-03-02&to=2026-03-02T00:00:00Z&tz=America/New_York", "/from", /from is after `to`; swap/],
    ["from=2011-12-31&to=2011-12-30&tz=Pacific/Apia", "/from", /from is after `to`; swap/],
    ["from=1969-12-31", "/from", /1970–2199/],
    ["to=2200-01-01", "/to", /1970–2199/],
    ["from=2200-01-01T00:00:00Z", "/from", /1970–2199/],
    ["to=1969-12-31T23:59:59Z", "/to", /1970–2199/],
    ["from=2026-02-29", "/from", /must be a date/],
    ["from=2026-3-1", "/from", /must be a date/],
    ["from=yesterday", "/from", /must be a date/],
    ["to=", "/to", /must be a date/],
    ["to=2026-03-01T09:00:00", "/to", /with an offset/],
    ["from=2026-03-01&from=2026-03-02", "/from", /must be a string/],
    ["tz=Mars/Base", "/tz", /IANA time zone/],
    ["tz=%2B01:00", "/tz", /IANA time zone/],
    ["tz=", "/tz", /IANA time zone/],
    ["format=pdf", "/format", /json, csv, xlsx/],
    ["format=", "/format", /json, csv, xlsx/],
    ["format=CSV", "/format", /json, csv, xlsx/],
    [Array.from({ length: 101 }, (_, at) => `clientId=client_${at}`).join("&"), "/clientId", /100/],
    [`clientId=${Array.from({ length: 101 }, (_, at) => `client_${at}`).join(",")}`, "/clientId", /100/],
    ["projectId=", "/projectId", /must look like proj_/],
    ["projectId=Website", "/projectId", /must look like proj_/],
    ["projectId=proj_0,", "/projectId", /must look like proj_/],
    ["clientId=proj_0&clientId=client_0", "/clientId", /must look like client_/],
  ];
  const ofSummary: typeof both = [
    ["groupBy=projects", "/groupBy", /must be one of project, user, date, task, client, tag, billable/],
    ["groupBy=", "/groupBy", /must be one of/],
    ["groupBy=project,", "/groupBy", /must be one of/],
    ["groupBy=PROJECT", "/groupBy", /must be one of/],
    ["groupBy=constructor", "/groupBy", /must be one of/],
    ["groupBy=project,user,date", "/groupBy", /at most 2 items/],
    ["groupBy=user,user", "/groupBy", /same item twice/],
    ["interval=week", "/interval", /needs the grouping date/],
    ["groupBy=user,project&interval=day", "/interval", /needs the grouping date/],
    ["groupBy=date&interval=hour", "/interval", /day, week, month, quarter, year/],
    ["groupBy=date&weekStart=0", "/weekStart", /monday, tuesday/],
    ["billable=perhaps", "/billable", /true or false/],
    ["tag=a%00b", "/tag", /NUL/],
    [`tag=${"x".repeat(51)}`, "/tag", /50/],
    [`q=${"x".repeat(201)}`, "/q", /200/],
  ];
  const ofCosts: typeof both = [
    ["asOf=tomorrow", "/asOf", /must be a date from 1970 to 2199/],
    ["asOf=2026-03-01T00:00:00Z", "/asOf", /must be a date/],
    ["asOf=2200-01-01", "/asOf", /from 1970 to 2199/],
    ["asOf=", "/asOf", /must be a date/],
    ["status=open", "/status", /active, archived/],
    ["budgetStatus=fine", "/budgetStatus", /ok, warning, exceeded, none/],
  ];
  for (const [path, query, pointer, says] of [
    ...[...both, ...ofSummary].map((one) => [summary, ...one] as const),
    ...[...both, ...ofCosts].map((one) => [costs, ...one] as const),
  ]) {
    for (const format of query.includes("format") ? [""] : ["", "&format=csv", "&format=xlsx"]) {
      const answer = await owner.get(`${path}?${query}${format}`);
      assertProblem(answer, 422, "validation_failed", [pointer]);
      assert.match(answer.json.detail, says, query);
      assert.equal(answer.headers["content-disposition"], undefined);
    }
  }
});

test("an unknown parameter gets a 422 with the nearest known one", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  for (const [path, query, nearest] of [
    [summary, "group_by=project", "groupBy"],
    [summary, "userIds=me", "userId"],
    [summary, "weekstart=sunday", "weekStart"],
    [costs, "budgetstatus=ok", "budgetStatus"],
    [costs, "projectIds=proj_0", "projectId"],
    [costs, "as_of=2026-03-01", "asOf"],
  ] as const) {
    const answer = await owner.get(`${path}?${query}`);
    assertProblem(answer, 422, "unknown_parameter", [`/${query.split("=", 1)[0]}`]);
    assert.match(answer.json.detail, new RegExp(`did you mean ${nearest}\\? Known: .*\\bformat\\b`));
  }
  // Each report refuses the parameters of the other.
  assertProblem(await owner.get(`${summary}?asOf=2026-03-01`), 422, "unknown_parameter", ["/asOf"]);
  assertProblem(await owner.get(`${costs}?userId=me`), 422, "unknown_parameter", ["/userId"]);
});

test("the calendar's first and last days work in every zone", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  const where = await newProject(owner, { budget: { kind: "time", seconds: 60, period: "weekly" } });
  await newEntry(owner, where, { startedAt: "1970-01-01T00:00:00Z", durationSeconds: 1 });
  await newEntry(owner, where, { startedAt: "2199-12-31T23:59:59.999Z", durationSeconds: 2 });
  for (const tz of ["UTC", "Pacific/Kiritimati", "Pacific/Niue"]) {
    for (const range of ["", "from=1970-01-01&to=2199-12-31", "to=1970-01-01", "from=2199-12-31"]) {
      for (const query of ["groupBy=project", "groupBy=date&interval=quarter", "groupBy=tag,date&interval=year"]) {
        const answer = await owner.get(`${summary}?${query}&${range}&tz=${tz}`);
        assert.equal(answer.status, 200, `${query} ${range} ${tz} ${answer.text}`);
      }
      for (const asOf of ["1970-01-01", "2199-12-31"]) {
        const answer = await owner.get(`${costs}?asOf=${asOf}&${range}&tz=${tz}`);
        assert.equal(answer.status, 200, answer.text);
      }
    }
  }
  assert.equal((await owner.get(`${costs}?to=1970-01-01T00:00:00Z`)).json.totals.entries, 0);
});

test("a filter with unknown ids, or another organization's, finds nothing", async () => {
  const { newOrganization } = await testApp();
  const [owner, stranger] = [await newOrganization(), await newOrganization()];
  const where = await newProject(stranger);
  await newEntry(stranger, where, { tags: ["a"], externalRef: "r" });
  await newEntry(owner, await newProject(owner));
  for (const query of [
    `projectId=${where.projectId}`,
    `taskId=${where.taskId}`,
    `userId=${stranger.userId}`,
    "clientId=client_0",
    "tag=a",
    "externalRef=r",
  ]) {
    const answer = await owner.get(`${summary}?${query}`);
    assert.equal(answer.status, 200, `${query} ${answer.text}`);
    assert.deepEqual([answer.json.totals.entries, answer.json.groups], [0, []], query);
  }
});
