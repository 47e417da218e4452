import assert from "node:assert/strict";
import { test } from "node:test";
import { countRoundTrips } from "#test/databases/count-round-trips.ts";
import { traceCollector } from "#test/http/trace-collector.ts";
import { entryBody, newEntry, newProject } from "#test/worlds/factories.ts";
import { type Answer, newTestApp, type TestAppOptions } from "#test/worlds/test-app.ts";
import { tracingTo } from "#test/worlds/traced-world.ts";

test("a write of one entry waits for the database at most four times", () => assertRoundTrips());

test("a traced write waits for the database no more often", async (t) => {
  const { tracing } = tracingTo(t, await traceCollector(t));
  await assertRoundTrips({ tracing });
});

async function assertRoundTrips(options?: TestAppOptions): Promise<void> {
  const world = await newTestApp(options);
  const owner = await world.newOrganization();
  const [here, there] = [await newProject(owner), await newProject(owner)];
  const { id } = await newEntry(owner, here);
  const path = `/v1/time-entries/${id}`;
  const trips = async (send: () => Promise<Answer>, status: number) => {
    // Fills the cache of API keys, because every write empties it.
    await owner.get("/v1/me");
    const answers: Answer[] = [];
    const count = await countRoundTrips(async () => answers.push(await send()));
    assert.deepEqual(
      answers.map((answer) => answer.status),
      [status],
    );
    return count;
  };
  const post = (taskId: string) => owner.post("/v1/time-entries", entryBody({ ...here, taskId }));
  const counted = {
    creation: await trips(() => post(here.taskId), 201),
    refusal: await trips(() => post("task_0"), 404),
    description: await trips(() => owner.patch(path, { description: "Planned" }), 200),
    duration: await trips(() => owner.patch(path, { durationSeconds: 60 }), 200),
    start: await trips(() => owner.patch(path, { startedAt: "2026-03-04T09:00:00Z" }), 200),
    project: await trips(() => owner.patch(path, there), 200),
    nothing: await trips(() => owner.patch(path, { durationSeconds: 60 }), 200),
    deletion: await trips(() => owner.delete(path), 204),
    restoration: await trips(() => owner.post(`${path}/restore`), 200),
  };
  assert.deepEqual(counted, {
    creation: 1,
    refusal: 1,
    description: 3,
    duration: 4,
    start: 4,
    project: 4,
    nothing: 3,
    deletion: 3,
    restoration: 3,
  });
}
