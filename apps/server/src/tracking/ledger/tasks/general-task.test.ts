import assert from "node:assert/strict";
import { test } from "node:test";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newProject } from "#test/worlds/factories.ts";
import { testApp } from "#test/worlds/test-app.ts";

test("members get the task General of a project, which is created once and is the timer's", async () => {
  const { newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const project = (await owner.post("/v1/projects", { name: "Website" })).json;
  const members = await Promise.all([1, 2, 3].map(() => newMember(owner, "member", ["time-entries:write"])));

  const answers = await Promise.all(members.map((each) => each.post(`/v1/projects/${project.id}/general-task`)));

  for (const answer of answers) assert.equal(answer.status, 200, answer.text);
  const [task, ...others] = (await owner.get(`/v1/projects/${project.id}/tasks`)).json.data;
  assert.partialDeepStrictEqual(task, { name: "General", status: "open", billable: null });
  assert.deepEqual(others, []);
  for (const answer of answers) assert.deepEqual(answer.json, { taskId: task.id });
  const { timer } = (await owner.post("/v1/timer", { projectId: project.id })).json;
  assert.equal(timer.taskId, task.id);
  const { data: events } = (await owner.get("/v1/audit-events?targetType=task")).json;
  assert.deepEqual(
    events.map(({ action }: { action: string }) => action),
    ["task.created"],
  );
});

test("a done General is replaced, and other open tasks are not used in its place", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  const { projectId, taskId } = await newProject(owner, {}, { name: "General", status: "done" });
  await owner.post(`/v1/projects/${projectId}/tasks`, { name: "Design" });

  const made = await owner.post(`/v1/projects/${projectId}/general-task`);

  assert.notEqual(made.json.taskId, taskId);
  assert.partialDeepStrictEqual((await owner.get(`/v1/tasks/${made.json.taskId}`)).json, { name: "General" });
});

test("an archived project gets no task, and a hidden one is not found", async () => {
  const { newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const archived = (await owner.post("/v1/projects", { name: "Old", status: "archived" })).json;
  const hidden = (await owner.post("/v1/projects", { name: "Secret", visibility: "members", memberIds: [] })).json;
  const member = await newMember(owner, "member");
  const general = (id: string) => `/v1/projects/${id}/general-task`;

  assertProblem(await member.post(general(archived.id)), 422, "project_archived", []);
  assertProblem(await member.post(general(hidden.id)), 404, "not_found");
  for (const { id } of [archived, hidden])
    assert.deepEqual((await owner.get(`/v1/projects/${id}/tasks`)).json.data, []);
});
