import assert from "node:assert/strict";
import { test } from "node:test";
import { csvOf, placeOf, readFile } from "#test/files/program-exports.ts";

test("Kimai's JSON is read with names, or with numbers instead", async () => {
  const entry = {
    id: 5,
    begin: "2024-03-04T10:00:00+0100",
    end: "2024-03-04T12:00:00+0100",
    duration: 5400,
    break: 1800,
    description: "x",
    tags: ["a, b"],
    billable: false,
    rate: 75,
    hourlyRate: 50,
    user: { id: 1, username: "ann", alias: "Ann A." },
    activity: { id: 2, name: "Draw" },
    project: { id: 3, name: "Site", number: "S-1", customer: { id: 4, name: "ACME" } },
  };
  const ids = { ...entry, user: 1, activity: 2, project: 3, end: null, duration: 0 };
  const { facts, rows } = await readFile(JSON.stringify([entry, ids]));
  assert.deepEqual([facts.source, facts.rows, facts.hasZones, facts.columns], ["kimai", 2, true, []]);
  const [row, numbers] = rows;
  assert.deepEqual(row, {
    kind: "time",
    line: 1,
    file: undefined,
    sourceId: "5",
    person: { name: "Ann A.", email: undefined },
    client: "ACME",
    project: "Site",
    projectFields: { code: "S-1" },
    task: "Draw",
    description: "x",
    tags: ["a, b"],
    billable: false,
    startedAt: new Date("2024-03-04T09:00:00Z"),
    durationSeconds: 5400,
    rateMinor: 5000,
    amountMinor: 7500,
    currency: "EUR",
    leftOut: undefined,
    doubts: [],
  });
  assert.deepEqual(
    [numbers?.person.name, numbers?.project, numbers?.task, numbers?.leftOut, numbers?.doubts.length],
    ["User 1", "Project 3", "Activity 2", "running", 2],
  );
});

test("lists of clients and projects contain no time", async () => {
  const clients = await readFile(
    csvOf(
      ["Client Name", "Address"],
      [
        ["Acme", ""],
        [" ", ""],
      ],
    ),
  );
  assert.deepEqual([clients.facts.source, clients.items], ["harvest", [placeOf({ kind: "client", client: "Acme" })]]);
  const harvest = csvOf(
    ["Client", "Project", "Project Code", "Start Date", "Total Hours", "Budget By"],
    [["Acme", "Site", "S-1", "", "20,01", "Hours"]],
  );
  assert.deepEqual((await readFile(harvest)).items, [
    placeOf({ kind: "project", client: "Acme", project: "Site", fields: { code: "S-1" } }),
  ]);
  const clockify = csvOf(
    ["Project", "Status", "Visibility", "Billability", "Activities"],
    [["Site", "Archived", "Public", "Yes", "A, B"]],
  );
  assert.deepEqual((await readFile(clockify)).items, [
    placeOf({ kind: "project", project: "Site", hasEnded: true, fields: { billable: true } }),
    placeOf({ kind: "task", project: "Site", task: "A" }),
    placeOf({ kind: "task", project: "Site", task: "B" }),
  ]);
});
