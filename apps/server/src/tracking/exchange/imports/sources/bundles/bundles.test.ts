import assert from "node:assert/strict";
import { test } from "node:test";
import { csvOf, placeOf, readFile, zipOf } from "#test/files/program-exports.ts";

const json = JSON.stringify;

const workspace = {
  "clients.json": json([
    { archived: false, id: 301, name: "Big Company" },
    { archived: true, id: 302, name: "Old Company" },
  ]),
  "projects.json": json([
    { active: true, billable: true, client_id: 301, color: "#EC407A", id: 402, name: "Website", rate: 100.01 },
    { active: false, billable: null, client_id: null, color: "none", id: 403, name: "Old [1]" },
  ]),
  "tags.json": json([{ id: 501, name: "Development" }]),
  "workspace_users.json": json([
    { active: true, email: "Peter@Example.test", id: 201, inactive: false, name: "Peter Tester", uid: 2001 },
    { active: true, email: "ann@example.test", id: 202, inactive: true, name: "Ann", uid: 2002 },
  ]),
  "tasks/402.json": json([{ active: false, id: 601, name: 'Task "1"', project_id: 402 }]),
  "projects_users/402.json": json([{ id: 801, project_id: 402, user_id: 2001 }]),
};

test("Toggl's workspace gives clients, projects, tasks and people", async () => {
  const { facts, rows, items } = await readFile(await zipOf(workspace));
  assert.deepEqual(
    { source: facts.source, rows: facts.rows, order: facts.dateOrder },
    { source: "toggl", rows: 0, order: undefined },
  );
  assert.deepEqual(rows, []);
  assert.deepEqual(items, [
    { kind: "person", name: "Peter Tester", email: "peter@example.test" },
    { kind: "person", name: "Ann", email: "ann@example.test" },
    placeOf({ kind: "client", client: "Big Company" }),
    placeOf({ kind: "client", client: "Old Company", hasEnded: true }),
    placeOf({
      kind: "project",
      client: "Big Company",
      project: "Website",
      fields: { color: "#ec407a", billable: true },
    }),
    placeOf({ kind: "project", project: "Old [1]", hasEnded: true }),
    placeOf({ kind: "task", client: "Big Company", project: "Website", task: 'Task "1"', hasEnded: true }),
  ]);
});

test("Toggl's workspace with time: JSON entries take their names from the lists, CSV entries have their own", async () => {
  const entries = [
    {
      id: 7,
      start: "2024-03-04T09:00:00+00:00",
      stop: "2024-03-04T10:00:00Z",
      duration: 3600,
      project_id: 402,
      task_id: 601,
      user_id: 2001,
      tag_ids: [501],
      billable: true,
      description: "a, b",
    },
    {
      id: 8,
      start: "2024-03-05T09:00:00Z",
      stop: null,
      duration: -1709629200,
      user_id: 2002,
      tags: ["x, y"],
      description: null,
    },
    {
      id: 9,
      start: "2024-03-05T09:00:00Z",
      stop: "2024-03-05T09:00:10Z",
      duration: 10,
      user_id: 2002,
      server_deleted_at: "2024-03-06T00:00:00Z",
    },
  ];
  const csv = csvOf(
    ["User", "Email", "Project", "Start date", "Start time", "End date", "End time", "Duration"],
    [["Cy", "cy@example.test", "P", "2024-01-02", "10:00:00", "2024-01-02", "10:00:05", "00:00:05"]],
  );
  const { facts, rows } = await readFile(
    await zipOf({ ...workspace, "time_entries.json": json(entries), "2023/Toggl.csv": csv }),
  );
  assert.equal(facts.rows, 4);
  const [taken, running, deleted, other] = rows;
  assert.deepEqual(taken, {
    kind: "time",
    line: 1,
    file: "time_entries.json",
    sourceId: "7",
    person: { name: "Peter Tester", email: "peter@example.test" },
    client: "Big Company",
    project: "Website",
    projectFields: {},
    task: 'Task "1"',
    description: "a, b",
    tags: ["Development"],
    billable: true,
    startedAt: new Date("2024-03-04T09:00:00Z"),
    durationSeconds: 3600,
    rateMinor: undefined,
    amountMinor: undefined,
    currency: "EUR",
    leftOut: undefined,
    doubts: [],
  });
  assert.deepEqual([running?.leftOut, running?.tags, running?.person.name], ["running", ["x, y"], "Ann"]);
  assert.deepEqual([deleted?.leftOut, deleted?.line], ["deleted", 3]);
  assert.deepEqual([other?.file, other?.line, other?.durationSeconds], ["2023/Toggl.csv", 2, 5]);
});

const solidtime = {
  "meta.json": json({ version: "1.0" }),
  "organizations.csv": csvOf(["id", "name", "currency"], [["o", "ACME", "EUR"]]),
  "clients.csv": csvOf(
    ["id", "name", "archived_at"],
    [
      ["c1", "Big, Company", ""],
      ["c2", "Gone", "2024-08-22T10:36:48Z"],
    ],
  ),
  "projects.csv": csvOf(
    ["id", "name", "color", "billable_rate", "client_id", "is_billable", "archived_at"],
    [["p1", "Website", "#ec407a", "10001", "c1", "true", ""]],
  ),
  "tasks.csv": csvOf(["id", "name", "project_id", "done_at"], [["t1", "Draw", "p1", "2024-08-24T10:00:00Z"]]),
  "tags.csv": csvOf(["id", "name"], [["g1", "Back, end"]]),
  "members.csv": csvOf(
    ["id", "user_id", "name", "email", "role"],
    [["m1", "u1", "Peter", "peter@example.test", "admin"]],
  ),
  "time_entries.csv": csvOf(
    [
      "id",
      "description",
      "start",
      "end",
      "billable_rate",
      "billable",
      "member_id",
      "user_id",
      "client_id",
      "project_id",
      "task_id",
      "tags",
    ],
    [
      [
        "e1",
        "=1+1",
        "2024-03-04T09:23:00Z",
        "2024-03-04T10:23:01Z",
        "10001",
        "true",
        "m1",
        "u1",
        "c1",
        "p1",
        "t1",
        '["g1"]',
      ],
      ["e2", "", "2024-03-04T11:00:00Z", "", "", "false", "m1", "u1", "", "", "", "[]"],
    ],
  ),
};

test("solidtime's zip is read by its ids, even if it was packed with its folder", async () => {
  const packed = Object.fromEntries(Object.entries(solidtime).map(([name, text]) => [`export/${name}`, text]));
  for (const files of [solidtime, packed]) {
    const { facts, rows, items } = await readFile(await zipOf(files));
    assert.deepEqual([facts.source, facts.rows, facts.hasZones], ["solidtime", 2, true]);
    assert.deepEqual(items, [
      { kind: "person", name: "Peter", email: "peter@example.test" },
      placeOf({ kind: "client", client: "Big, Company" }),
      placeOf({ kind: "client", client: "Gone", hasEnded: true }),
      placeOf({
        kind: "project",
        client: "Big, Company",
        project: "Website",
        fields: { color: "#ec407a", billable: true },
      }),
      placeOf({ kind: "task", client: "Big, Company", project: "Website", task: "Draw", hasEnded: true }),
    ]);
    const [row, running] = rows;
    assert.deepEqual(row, {
      kind: "time",
      line: 2,
      file: "time_entries.csv",
      sourceId: "e1",
      person: { name: "Peter", email: "peter@example.test" },
      client: "Big, Company",
      project: "Website",
      projectFields: {},
      task: "Draw",
      description: "=1+1",
      tags: ["Back, end"],
      billable: true,
      startedAt: new Date("2024-03-04T09:23:00Z"),
      durationSeconds: 3601,
      rateMinor: 10_001,
      amountMinor: undefined,
      currency: "EUR",
      leftOut: undefined,
      doubts: [],
    });
    assert.deepEqual([running?.leftOut, running?.project], ["running", undefined]);
  }
});

test("a zip of several exports of one program is one export", async () => {
  const year = (day: string) =>
    csvOf(["Date", "Client", "Project", "Hours", "First Name", "Last Name"], [[day, "A", "P", "1.5", "Ann", "B"]]);
  const clients = csvOf(["Client Name", "Address"], [["Acme", ""]]);
  const { facts, rows, items } = await readFile(
    await zipOf({ "2023.csv": year("2023-05-01"), "2024.csv": year("2024-05-01"), "c.csv": clients, "note.md": "x" }),
  );
  assert.deepEqual([facts.source, facts.rows, items.length], ["harvest", 2, 1]);
  assert.deepEqual(
    rows.map(({ file, durationSeconds }) => [file, durationSeconds]),
    [
      ["2023.csv", 5400],
      ["2024.csv", 5400],
    ],
  );
});
