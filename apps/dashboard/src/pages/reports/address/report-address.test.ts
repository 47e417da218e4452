import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOfSaved, isWiderThan, rangeOfReport, readReport, toSavedQuery, writeReport } from "./report-address.ts";
import { addressOfBill, entryFilter, narrowTo } from "#pages/reports/address/report-queries.ts";

const read = (search: string) => readReport(new URLSearchParams(search));

test("an address stays the same when it is read and written again", () => {
  for (const search of [
    "",
    "report=detailed&period=lastMonth",
    "from=2026-03-01&to=2026-03-31&tz=Asia%2FKolkata&groupBy=user%2Cproject",
    "period=all&groupBy=date&interval=month&projectId=proj_1&projectId=proj_2&teamId=team_1&tag=a%2Cb&source=timer&source=unknown&approval=open&approval=approved&billable=false&billed=true&q=call&compare=before",
  ])
    assert.equal(writeReport(read(search)), `/reports?${search || "report=summary"}`);
});

test("invalid parts of an address are ignored", () => {
  const state = read(
    "report=x&period=never&from=2026-02-30&tz=Mars/Base&groupBy=color,user,user,task,date&interval=hour",
  );
  assert.deepEqual(
    [state.report, state.period, state.from, state.tz, state.groupBy, state.interval],
    ["summary", "", "", "", ["user", "task"], ""],
  );
});

test("a report covers this month, its chosen period, or all time", () => {
  const of = (search: string) => rangeOfReport(read(search), "2026-03-04", "monday");
  assert.deepEqual(of(""), { from: "2026-03-01", to: "2026-03-31" });
  assert.deepEqual(of("report=weekly"), { from: "2026-03-02", to: "2026-03-08" });
  assert.deepEqual(of("from=2026-01-05"), { from: "2026-01-05" });
  assert.deepEqual(of("period=yesterday"), { from: "2026-03-03", to: "2026-03-03" });
  assert.equal(of("period=all"), undefined);
});

test("a report is saved as shown, and opened as saved", () => {
  const saved = (search: string) => toSavedQuery(read(search));
  assert.deepEqual(saved(""), { report: "summary", period: "thisMonth" });
  assert.deepEqual(saved("period=all&groupBy=user,date&interval=week&compare=before"), {
    report: "summary",
    groupBy: ["user", "date"],
    interval: "week",
  });
  assert.deepEqual(saved("report=costs&period=lastYear&userId=user_1&q=x&projectId=proj_1&status=active"), {
    report: "costs",
    period: "lastYear",
    projectId: ["proj_1"],
    status: ["active"],
  });
  for (const search of [
    "period=all&tag=a",
    "period=all&groupBy=source&source=timer&source=calendar",
    "period=all&userId=user_1&teamId=team_1&teamId=team_2",
    "report=weekly&groupBy=user&period=thisWeek",
    "from=2026-01-01&q=call&billable=true",
    "report=detailed&period=lastMonth&approval=approved&billed=false",
  ]) {
    const query = saved(search);
    const opened = addressOfSaved({ id: "report_1", query }, "UTC");
    assert.equal(opened.startsWith("/reports?saved=report_1"), true);
    assert.deepEqual(toSavedQuery(read(opened.slice(opened.indexOf("?") + 1))), query);
  }
});

test("a saved range of instants is shown as days, and stays saved until someone changes the days", () => {
  const march = { from: "2026-02-28T23:00:00Z", to: "2026-03-31T22:00:00Z" };
  const morning = { from: "2026-03-05T08:00:00+01:00", to: "2026-03-05T12:00:00+01:00" };
  const cases: [range: object, zone: string, days: string, isWider: boolean][] = [
    [march, "Europe/Berlin", "from=2026-03-01&to=2026-03-31", false],
    [{ ...march, tz: "Europe/Berlin" }, "Asia/Tokyo", "from=2026-03-01&to=2026-03-31&tz=Europe%2FBerlin", false],
    [march, "Asia/Tokyo", "from=2026-03-01&to=2026-04-01", true],
    [morning, "Europe/Berlin", "from=2026-03-05&to=2026-03-05", true],
    [{ from: morning.from }, "Europe/Berlin", "from=2026-03-05", true],
    [{ from: "2026-03-01", to: march.to }, "Europe/Berlin", "from=2026-03-01&to=2026-03-31", false],
  ];
  for (const [range, zone, days, isWider] of cases) {
    const query = { report: "summary", ...range } as const;
    const address = addressOfSaved({ id: "report_1", query }, zone);
    assert.equal(address, `/reports?saved=report_1&${days}`);
    const opened = { query, zone };
    const state = read(address.slice(address.indexOf("?") + 1));
    assert.equal(isWiderThan(opened, state), isWider, days);
    assert.deepEqual(toSavedQuery(state, opened), query);
    assert.deepEqual(toSavedQuery({ ...state, q: "call" }, opened), { ...query, q: "call" });
    for (const change of [
      { from: "2026-03-02" },
      { tz: "America/New_York" },
      { period: "lastMonth", from: "", to: "" },
    ]) {
      const changed = { ...state, ...change } as typeof state;
      assert.deepEqual(toSavedQuery(changed, opened), toSavedQuery(changed));
      assert.equal(isWiderThan(opened, changed), false);
    }
  }
});

test("budgets are saved without a range, because each has its own period", () => {
  assert.deepEqual(toSavedQuery(read("report=budgets&period=lastMonth&tz=Asia/Tokyo&budgetStatus=exceeded")), {
    report: "budgets",
    budgetStatus: ["exceeded"],
  });
});

test("the costs report, which has no filters for entries, is saved without them", () => {
  assert.deepEqual(toSavedQuery(read("report=costs&period=lastMonth&approval=approved&billed=true&billable=true")), {
    report: "costs",
    period: "lastMonth",
  });
});

test("the entries of a group are those that the API finds by its key", () => {
  const state = read("projectId=proj_1&projectId=proj_2&tag=A&tag=b");
  const filter = (narrow: ReturnType<typeof narrowTo>) => narrow && entryFilter(narrow, undefined, "UTC");
  assert.deepEqual(filter(narrowTo(state, "user", "user_1", undefined, []))?.userId, ["user_1"]);
  assert.deepEqual(filter(narrowTo(state, "project", "proj_2", undefined, []))?.projectId, ["proj_2"]);
  assert.deepEqual(filter(narrowTo(state, "client", null, undefined, ["proj_2", "proj_9"]))?.projectId, ["proj_2"]);
  assert.equal(filter(narrowTo(state, "billable", "false", undefined, []))?.billable, false);
  assert.deepEqual(filter(narrowTo(state, "source", "cli", undefined, []))?.source, ["cli"]);
  assert.deepEqual(filter(narrowTo(state, "source", null, undefined, []))?.source, ["unknown"]);
  assert.deepEqual(narrowTo(state, "tag", "a", undefined, [])?.tag, ["a"]);
  assert.equal(narrowTo(state, "tag", "c", undefined, []), undefined);
  assert.equal(narrowTo(state, "tag", null, undefined, []), undefined);
  const day = { from: "2026-03-03", to: "2026-03-03" };
  assert.deepEqual(narrowTo(read("period=lastMonth"), "date", "2026-03-03", day, [])?.from, day.from);
  assert.equal(narrowTo(read("period=lastMonth"), "date", "2026-03-03", day, [])?.period, "");
});

test("a report leads to the bill of the same time if billing has its filters", () => {
  const range = { from: "2026-03-01", to: "2026-03-31" };
  const today = "2026-04-01";
  const billOf = (search: string, day = today) => addressOfBill(read(search), range, day);
  assert.equal(
    billOf("clientId=client_1&userId=user_1&billed=false"),
    "/billing/new?clientId=client_1&userId=user_1&from=2026-03-01&to=2026-03-31",
  );
  // A month that isn't over is billed up to today, unless its last day was chosen.
  assert.equal(billOf("period=thisMonth", "2026-03-20"), "/billing/new?from=2026-03-01");
  assert.equal(billOf("", "2026-03-20"), "/billing/new?from=2026-03-01");
  assert.equal(billOf("from=2026-03-01&to=2026-03-31", "2026-03-20"), "/billing/new?from=2026-03-01&to=2026-03-31");
  assert.equal(addressOfBill(read("period=all"), undefined, today), "/billing/new?");
  for (const search of [
    "tz=Asia%2FKolkata",
    "tag=a",
    "q=call",
    "taskId=task_1",
    "approval=open",
    "source=timer",
    "billable=false",
    "billed=true",
  ])
    assert.equal(billOf(search), undefined, search);
  assert.equal(billOf("report=costs"), undefined);
});
