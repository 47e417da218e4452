import assert from "node:assert/strict";
import type { Caller, Json } from "./test-app.ts";

/** A project with one task, made over the API. */
export async function newProject(
  caller: Caller,
  project: object = {},
  task: object = {},
): Promise<{ projectId: string; taskId: string }> {
  const made = await caller.post("/v1/projects", { name: "Website", ...project });
  assert.equal(made.status, 201, made.text);
  const taskMade = await caller.post(`/v1/projects/${made.json.id}/tasks`, { name: "Build", ...task });
  assert.equal(taskMade.status, 201, taskMade.text);
  return { projectId: made.json.id, taskId: taskMade.json.id };
}

/** What a create of a time entry needs. */
export function entryBody(where: { projectId: string; taskId: string }, more: object = {}) {
  return { ...where, startedAt: "2026-03-02T09:00:00Z", durationSeconds: 3600, ...more };
}

/** A time entry, made over the API. */
export async function newEntry(
  caller: Caller,
  where: { projectId: string; taskId: string },
  more: object = {},
): Promise<Json> {
  const made = await caller.post("/v1/time-entries", entryBody(where, more));
  assert.equal(made.status, 201, made.text);
  return made.json;
}
