import assert from "node:assert/strict";
import { test } from "node:test";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newProject } from "#test/worlds/factories.ts";
import { testApp } from "#test/worlds/test-app.ts";

test("favourites belong to the member, in their order, in one organization", async () => {
  const { newOrganization, newMember, newSession } = await testApp();
  const owner = await newOrganization();
  const member = await newMember(owner, "member");
  const session = await newSession(member);
  const [one, other] = [await newProject(owner), await newProject(owner)];
  const favourites = [
    { ...other, description: "Stand-up" },
    { projectId: one.projectId, taskId: null, description: "" },
    { ...one, description: "" },
  ];
  const changed = await session.patch("/v1/me", { favourites });
  assert.deepEqual([changed.status, changed.json.favourites], [200, favourites]);
  assert.deepEqual((await member.get("/v1/me")).json.favourites, favourites);
  assert.deepEqual((await owner.get("/v1/me")).json.favourites, []);
  assert.deepEqual((await session.patch("/v1/me", { name: "Kim" })).json.favourites, favourites);
  assertProblem(await member.patch("/v1/me", { favourites: [] }), 403, "session_required");
  assert.deepEqual((await session.patch("/v1/me", { favourites: [] })).json.favourites, []);
});

test("a favourite names a project and a task that the member sees, once", async () => {
  const { newOrganization, newMember, newSession } = await testApp();
  const owner = await newOrganization();
  const session = await newSession(await newMember(owner, "member"));
  const [open, hidden] = [await newProject(owner), await newProject(owner, { visibility: "members" })];
  const elsewhere = await newProject(await newOrganization());
  const description = "";
  for (const [favourites, pointer] of [
    [
      [
        { ...open, description },
        { ...hidden, description },
      ],
      "/favourites/1/projectId",
    ],
    [[{ ...elsewhere, description }], "/favourites/0/projectId"],
    [[{ projectId: open.projectId, taskId: hidden.taskId, description }], "/favourites/0/taskId"],
    [
      [
        { ...open, description },
        { ...open, description },
      ],
      "/favourites/1",
    ],
    [[{ ...open }], "/favourites/0/description"],
    [Array.from({ length: 51 }, (_, at) => ({ ...open, description: String(at) })), "/favourites"],
    [null, "/favourites"],
  ] as const) {
    const answer = await session.patch("/v1/me", { favourites });
    assert.equal(answer.json.errors?.[0]?.pointer, pointer, answer.text);
    assert.ok([400, 422].includes(answer.status));
  }
  assert.deepEqual((await session.get("/v1/me")).json.favourites, []);
  // If a favourite's project is hidden later, the favourite stays but shows only the project's id.
  assert.equal((await session.patch("/v1/me", { favourites: [{ ...open, description }] })).status, 200);
  assert.equal((await owner.patch(`/v1/projects/${open.projectId}`, { visibility: "members" })).status, 200);
  assert.equal((await session.get("/v1/me")).json.favourites.length, 1);
});
