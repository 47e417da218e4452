import assert from "node:assert/strict";
import { test } from "node:test";
import type { TimeEntry } from "@stint/sdk";
import { withFields } from "#screen/filter.ts";
import { createMatch, isFiltered, noFilter, readFilter, toQuery } from "./time-filter.ts";

const entry: TimeEntry = {
  id: "time_1",
  projectId: "proj_1",
  taskId: "task_1",
  startedAt: "2026-03-01T23:30:00Z",
  durationSeconds: 60,
  endedAt: "2026-03-01T23:31:00Z",
  createdAt: "2026-03-01T23:31:00Z",
  updatedAt: "2026-03-01T23:31:00Z",
  userId: "user_1",
  description: "Über Angebote sprechen",
  tags: ["Sales"],
  billable: true,
  billableSeconds: 60,
  externalRef: null,
  source: null,
  billed: false,
  locked: false,
  version: 1,
  deletedAt: null,
};

test("a filter read from the address is written back unchanged", () => {
  const address = "q=call&projectId=proj_1&projectId=proj_2&tag=a%2Cb&billable=false&from=2026-03-01&to=2026-03-31";
  const filter = readFilter(new URLSearchParams(address));
  assert.deepEqual(filter, {
    q: "call",
    projectId: ["proj_1", "proj_2"],
    tag: ["a,b"],
    billable: false,
    breaks: undefined,
    from: "2026-03-01",
    to: "2026-03-31",
  });
  assert.equal(withFields(new URLSearchParams(), filter).toString(), address);
});

test("other parts' parameters stay, and empty fields are left out", () => {
  const written = withFields(new URLSearchParams("q=a&other=1"), { q: "", billable: undefined });
  assert.equal(written.toString(), "other=1");
});

test("an invalid date is ignored", () => {
  assert.equal(isFiltered(readFilter(new URLSearchParams("from=2026-02-30&to=soon&billable=maybe"))), false);
});

test("the query for the API contains the zone only for days", () => {
  assert.deepEqual(toQuery({ ...noFilter, q: " call " }, "Europe/Berlin"), { q: "call" });
  assert.deepEqual(toQuery({ ...noFilter, to: "2026-03-02" }, "Europe/Berlin"), {
    to: "2026-03-02",
    tz: "Europe/Berlin",
  });
});

test("local entries match a filter the way the API matches them", () => {
  const matches = (filter: object, zone = "Europe/Berlin") => createMatch({ ...noFilter, ...filter }, zone)(entry);
  const rows: [object, boolean][] = [
    [{}, true],
    [{ q: "über ANGEBOTE" }, true],
    [{ q: "nothing" }, false],
    [{ projectId: ["proj_2", "proj_1"] }, true],
    [{ projectId: ["proj_2"] }, false],
    [{ tag: ["other", "sales"] }, true],
    [{ tag: ["other"] }, false],
    [{ billable: false }, false],
    [{ from: "2026-03-02", to: "2026-03-02" }, true],
    [{ to: "2026-03-01" }, false],
  ];
  for (const [filter, expected] of rows) assert.equal(matches(filter), expected, JSON.stringify(filter));
  assert.equal(matches({ to: "2026-03-01" }, "UTC"), true);
});
