import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";

/** Waits until the service is ready. Throws its output if the service ends first. */
export async function untilReady(url: string, ended: () => string | undefined): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const reply = await fetch(`${url}/readyz`).catch(() => undefined);
    await reply?.body?.cancel();
    if (reply?.status === 200) return;
    const output = ended();
    assert.equal(output, undefined, `the service ended: ${output}`);
    await pause(200);
  }
  assert.fail(`${url} was not ready within two minutes`);
}

async function call(url: string, key: string, path: string, body?: object): Promise<unknown> {
  const reply = await fetch(`${url}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  assert.ok(reply.ok, `${path}: ${reply.status} ${text}`);
  return JSON.parse(text);
}

/** Creates a project with an entry of one hour. */
export async function trackHour(url: string, key: string): Promise<void> {
  const { id: projectId } = (await call(url, key, "/v1/projects", { name: "Website" })) as { id: string };
  const { id: taskId } = (await call(url, key, `/v1/projects/${projectId}/tasks`, { name: "Build" })) as { id: string };
  await call(url, key, "/v1/time-entries", {
    projectId,
    taskId,
    startedAt: "2026-03-02T09:00:00Z",
    durationSeconds: 3600,
  });
}

/** Returns the total hours of all entries. */
export async function trackedHours(url: string, key: string): Promise<number> {
  const summary = await call(url, key, "/v1/reports/summary?groupBy=project");
  return (summary as { totals: { seconds: number } }).totals.seconds / 3600;
}
