import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { entryBody, newEntry, newProject } from "#test/worlds/factories.ts";
import { type Answer, testApp } from "#test/worlds/test-app.ts";

const path = "/v1/time-entries/batch";

function namedBy(answer: Answer): string[] {
  return answer.json.errors.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`);
}

/** An organization in which every error can occur. Its member may write only their own entries. */
async function setUp() {
  const { newOrganization, newMember, db } = await testApp();
  const owner = await newOrganization();
  const caller = await newMember(owner, "member");
  const where = await newProject(owner);
  const archived = await newProject(owner);
  await owner.patch(`/v1/projects/${archived.projectId}`, { status: "archived" });
  const full = await newProject(owner, { budget: { kind: "time", seconds: 5000, onExceed: "block" } });
  await newEntry(owner, where, { externalRef: "old" });
  await owner.patch("/v1/organization", { lockDate: "2026-02-01" });
  const { startedAt: _left, ...incomplete } = entryBody(where);
  /**
   * Invalid rows and their errors. The first invalid row in this list that a batch contains determines the batch's
   * code.
   */
  const bad: [row: unknown, status: number, code: string, errors: string[]][] = [
    [incomplete, 400, "missing_field", ["startedAt required"]],
    [
      { durationSeconds: -1, colour: 1 },
      400,
      "missing_field",
      [
        "projectId required",
        "taskId required",
        "startedAt required",
        "colour unknown_field",
        "durationSeconds out_of_range",
      ],
    ],
    ["entry", 422, "validation_failed", [" wrong_type"]],
    [
      entryBody(where, { tags: ["a", 5, ""] }),
      422,
      "validation_failed",
      ["tags/1 wrong_type", "tags/2 too_short", "tags/2 bad_format"],
    ],
    [
      entryBody({ ...where, taskId: "task_0" }, { durationSeconds: 1.5 }),
      422,
      "validation_failed",
      ["durationSeconds wrong_type"],
    ],
    [entryBody({ ...where, taskId: "task_0" }, { userId: owner.userId }), 403, "forbidden", ["userId forbidden"]],
    [entryBody(archived), 422, "project_archived", ["projectId project_archived"]],
    [entryBody({ ...where, taskId: archived.taskId }), 422, "task_not_in_project", ["taskId task_not_in_project"]],
    [entryBody(full, { durationSeconds: 5001 }), 422, "budget_exceeded", ["projectId budget_exceeded"]],
    [entryBody({ ...where, projectId: "proj_0" }), 404, "not_found", ["projectId not_found"]],
    [entryBody({ ...where, taskId: "\0" }), 404, "not_found", ["taskId not_found"]],
    [entryBody(where, { startedAt: "2026-01-31T23:59:59Z" }), 409, "period_locked", ["startedAt period_locked"]],
    [entryBody(where, { externalRef: "old" }), 409, "external_ref_taken", ["externalRef external_ref_taken"]],
  ];
  const good = [entryBody(where), entryBody(full, { durationSeconds: 5000 }), entryBody(where, { externalRef: "new" })];
  return { owner, caller, db, good, bad };
}

test("every fault of every bad row is reported once, whatever finds it, and the worst decides the status", async () => {
  const { owner, caller, db, good, bad } = await setUp();
  const count = () =>
    db.query(sql`select count(*) from changes where org_id = ${owner.orgId} and action <> 'api_key.refused'`);
  const before = [await count(), (await owner.get("/v1/time-entries")).json];
  for (let from = 0; from < bad.length; from++) {
    const rest = bad.slice(from);
    // The reply must not depend on the order of the rows, so mix valid rows with the invalid ones in reverse order.
    const mixed = [good[0], ...rest.toReversed().map(([row]) => row), ...good.slice(1)];
    const answer = await caller.post(path, { entries: mixed }, { "idempotency-key": "k" });
    const [, status = 0, worst = ""] = rest[0] ?? [];
    // Among errors about state, the first row in the batch determines the code.
    const refused = rest.findLast(([, other, code]) => other === 422 && code !== "validation_failed");
    const code = status === 422 && worst !== "validation_failed" ? refused?.[2] : worst;
    assertProblem(answer, status, code ?? "");
    const expected = rest.toReversed().flatMap(([, , , errors], index) => {
      const at = `/entries/${index + 1}`;
      return errors.map((error) => (error.startsWith(" ") ? `${at}${error}` : `${at}/${error}`));
    });
    assert.deepEqual(namedBy(answer), expected);
    assert.match(answer.json.detail, new RegExp(`^${rest.length} of ${mixed.length} entries`));
  }
  assert.deepEqual([await count(), (await owner.get("/v1/time-entries")).json], before);
  const made = await caller.post(path, { entries: good }, { "idempotency-key": "k" });
  assert.equal(made.status, 201, made.text);
});

test("a row with a taken reference and an unknown project is reported for both, and counted once", async () => {
  const { owner, good } = await setUp();
  const [first] = good;
  const entries = [
    { ...first, externalRef: "a" },
    { ...first, projectId: "proj_0", externalRef: "a" },
  ];
  const answer = await owner.post(path, { entries });
  assertProblem(answer, 404, "not_found");
  assert.deepEqual(namedBy(answer), ["/entries/1/externalRef external_ref_taken", "/entries/1/projectId not_found"]);
  assert.match(answer.json.detail, /^1 of 2 entries/);
});

test("500 rows full of faults are all reported, and one with a missing field still makes it a 400", async () => {
  const { caller, good } = await setUp();
  const faulty = { ...good[0], durationSeconds: "1", tags: [1, 2, 3, 4], a: 1, b: 2, c: 3, description: 5 };
  const { taskId: _left, ...incomplete } = faulty;
  const entries = [...Array<object>(499).fill(faulty), incomplete];
  const answer = await caller.post(path, { entries });
  assertProblem(answer, 400, "missing_field");
  const { errors } = answer.json;
  assert.equal(errors.length, 1000);
  const rows = new Set(errors.map(({ pointer }: { pointer: string }) => pointer.split("/")[2]));
  assert.equal(rows.size, 500);
  assert.ok(namedBy(answer).includes("/entries/499/taskId required"));
});

test("a body that isn't a batch is refused with its own faults and no row", async () => {
  const { caller, good, bad } = await setUp();
  const entries = [...good, ...bad.map(([row]) => row)];
  assertProblem(await caller.post(path, { entries, more: 1 }), 422, "validation_failed", ["/more"]);
  assertProblem(await caller.post(`${path}?dry=1`, { entries }), 422, "unknown_parameter");
  assertProblem(await caller.post(path, { entries: Array(501).fill("x") }), 422, "validation_failed", ["/entries"]);
});
