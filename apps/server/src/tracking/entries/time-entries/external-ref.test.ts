import assert from "node:assert/strict";
import { test } from "node:test";
import { assertProblem } from "#test/http/assert-problem.ts";
import { entryBody, newEntry, newProject } from "#test/worlds/factories.ts";
import { testApp } from "#test/worlds/test-app.ts";

const path = "/v1/time-entries";

test("an external reference is unique among the live entries of an organization", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const stranger = await newOrganization();
  const where = await newProject(caller);
  const first = await newEntry(caller, where, { externalRef: "a-1" });
  const other = await newEntry(caller, where, { externalRef: "A-1" });

  const again = await caller.post(path, entryBody(where, { externalRef: "a-1" }));

  assertProblem(again, 409, "external_ref_taken", ["/externalRef"]);
  assertProblem(await caller.patch(`${path}/${other.id}`, { externalRef: "a-1" }), 409, "external_ref_taken", [
    "/externalRef",
  ]);
  assert.equal((await caller.patch(`${path}/${first.id}`, { externalRef: "a-1" })).json.version, 1);
  assert.equal((await newEntry(stranger, await newProject(stranger), { externalRef: "a-1" })).externalRef, "a-1");
});

test("the reference of a deleted or cleared entry is free again", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  const deleted = await newEntry(caller, where, { externalRef: "a-1" });
  await caller.delete(`${path}/${deleted.id}`);
  const second = await newEntry(caller, where, { externalRef: "a-1" });
  await caller.patch(`${path}/${second.id}`, { externalRef: null });

  assert.equal((await newEntry(caller, where, { externalRef: "a-1" })).externalRef, "a-1");
});

test("an entry whose reference is now in use can be restored only once it is free", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  const deleted = await newEntry(caller, where, { externalRef: "a-1" });
  await caller.delete(`${path}/${deleted.id}`);
  const holder = await newEntry(caller, where, { externalRef: "a-1" });

  assertProblem(await caller.post(`${path}/${deleted.id}/restore`), 409, "external_ref_taken");
  await caller.delete(`${path}/${holder.id}`);
  const restored = await caller.post(`${path}/${deleted.id}/restore`);
  assert.deepEqual([restored.status, restored.json.externalRef], [200, "a-1"]);
});

test("of creates that race for one reference one wins and the others get an error", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);

  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      caller.post(
        path,
        entryBody(where, { externalRef: "race" }),
        index % 2 === 0 ? {} : { "idempotency-key": `k${index}` },
      ),
    ),
  );

  const winners = answers.filter(({ status }) => status === 201);
  assert.equal(winners.length, 1);
  for (const answer of answers)
    if (answer.status !== 201) assertProblem(answer, 409, "external_ref_taken", ["/externalRef"]);
  const listed = await caller.get(`${path}?externalRef=race`);
  assert.deepEqual(
    listed.json.data.map((entry: { id: string }) => entry.id),
    [winners[0]?.json.id],
  );
});
