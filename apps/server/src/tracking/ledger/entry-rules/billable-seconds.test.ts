import assert from "node:assert/strict";
import { test } from "node:test";
import { entryBody, newProject } from "#test/worlds/factories.ts";
import { testApp } from "#test/worlds/test-app.ts";
import type { RoundingMode } from "./billable-seconds.ts";

interface Rounding {
  mode: RoundingMode;
  minutes: number;
}

/** The model with which the tests compare the SQL. */
function billableSeconds(seconds: number, { mode, minutes }: Rounding): number {
  const step = minutes * 60;
  if (mode === "nearest") return Math.floor((seconds * 2 + step) / (2 * step)) * step;
  return (mode === "up" ? Math.ceil(seconds / step) : Math.floor(seconds / step)) * step;
}

test("the model rounds the duration to the project's minutes", () => {
  const examples: [number, RoundingMode, number, number][] = [
    [0, "up", 15, 0],
    [1, "up", 15, 900],
    [899, "up", 15, 900],
    [900, "up", 15, 900],
    [901, "up", 15, 1800],
    [604_800, "up", 1440, 604_800],
    [1, "up", 1440, 86_400],
    [0, "down", 15, 0],
    [899, "down", 15, 0],
    [900, "down", 15, 900],
    [1799, "down", 15, 900],
    [0, "nearest", 15, 0],
    [449, "nearest", 15, 0],
    [450, "nearest", 15, 900],
    [451, "nearest", 15, 900],
    [1349, "nearest", 15, 900],
    [1350, "nearest", 15, 1800],
    [29, "nearest", 1, 0],
    [30, "nearest", 1, 60],
    [59, "up", 1, 60],
  ];
  for (const [seconds, mode, minutes, expected] of examples)
    assert.equal(billableSeconds(seconds, { mode, minutes }), expected, `${seconds} ${mode} ${minutes}`);
});

test("creates and changes round as the model does, at and around every step", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const roundings: Rounding[] = (["up", "nearest", "down"] as const).flatMap((mode) =>
    [1, 6, 7, 15, 60, 1440].map((minutes) => ({ mode, minutes })),
  );
  for (const rounding of roundings) {
    const where = await newProject(caller, { rounding });
    const step = rounding.minutes * 60;
    const around = [0, step / 2, step, step * 1.5, 2 * step, 604_800].flatMap((at) => [at - 1, at, at + 1]);
    const durations = around.filter((at) => at >= 0 && at <= 604_800);
    const entries = durations.map((durationSeconds) => entryBody(where, { durationSeconds }));

    const made = await caller.post("/v1/time-entries/batch", { entries });
    const reversed = made.json.data.map(({ id }: { id: string }, at: number) => {
      return { id, durationSeconds: durations.at(-1 - at) };
    });
    const changed = await caller.patch("/v1/time-entries/batch", { entries: reversed });
    const free = { id: made.json.data[0].id, billable: false };
    const unbilled = await caller.patch("/v1/time-entries/batch", { entries: [free] });

    const billed = ({ json }: typeof made) =>
      json.data.map((entry: { billableSeconds: number }) => entry.billableSeconds);
    const expected = durations.map((seconds) => billableSeconds(seconds, rounding));
    assert.deepEqual(billed(made), expected, JSON.stringify(rounding));
    assert.deepEqual(billed(changed), expected.toReversed(), JSON.stringify(rounding));
    assert.deepEqual(billed(unbilled), [0]);
  }
});

test("a timer that ran for half a century is rounded too", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  for (const mode of ["up", "nearest", "down"] as const) {
    const rounding = { mode, minutes: 15 };
    const { projectId } = await newProject(caller, { rounding });
    await caller.post("/v1/timer", { projectId, startedAt: "1970-01-01T00:00:00Z" });

    const stopped = await caller.post("/v1/timer/stop");

    assert.equal(stopped.status, 201, stopped.text);
    const { durationSeconds } = stopped.json;
    assert.ok(durationSeconds > 1_700_000_000);
    assert.equal(stopped.json.billableSeconds, billableSeconds(durationSeconds, rounding));
  }
});
