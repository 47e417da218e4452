import assert from "node:assert/strict";
import { test } from "node:test";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { listDeliveries, receiver, register, sending } from "#test/deliveries/sending.ts";
import type { Caller } from "#test/worlds/test-app.ts";
import { waitFor } from "#test/databases/hold.ts";

type Receiver = Awaited<ReturnType<typeof receiver>>;

/** Registers an endpoint that receives two events: a created entry and an exceeded budget in money. */
async function told(owner: Caller, first: Receiver) {
  const endpoint = await register(owner, first.url, { events: ["time_entry.created", "budget.exceeded"] });
  await owner.post("/v1/rates", { kind: "billable", scope: "organization", rateMinor: 9000 });
  await newEntry(owner, await newProject(owner, { budget: { kind: "amount", amountMinor: 100 } }));
  await first.until(2);
  return endpoint;
}

test("registering an endpoint again shows nothing in the log that the new key may not read", async (t) => {
  const { newOrganization, newKey } = await sending(t);
  const owner = await newOrganization();
  const [first, second] = [await receiver(t), await receiver(t)];
  const endpoint = await told(owner, first);
  await waitFor(async () => (await listDeliveries(owner, endpoint)).every(({ status }) => status === "delivered"));

  const bare = await newKey(owner, ["webhooks:write"]);
  const path = `/v1/webhooks/${endpoint.id}`;
  assert.equal((await bare.patch(path, { url: second.url, events: ["webhook.test"] })).status, 200);
  const log = await listDeliveries(owner, endpoint);
  assert.equal(log.length, 2);
  for (const { id } of log) assert.equal((await bare.post(`${path}/deliveries/${id}/redeliver`)).status, 200);
  assert.equal((await bare.post(`${path}/test`)).status, 201);

  await waitFor(async () => (await listDeliveries(owner, endpoint)).every(({ status }) => status !== "pending"));
  const after = new Map((await listDeliveries(owner, endpoint)).map((delivery) => [delivery.id, delivery]));
  for (const { id } of log) {
    assert.equal(after.get(id)?.status, "failed");
    assert.match(after.get(id)?.attempts.at(-1)?.error ?? "", /no longer/);
  }
  assert.deepEqual(
    second.received.map(({ type }) => type),
    ["webhook.test"],
  );
  assert.equal((await owner.get(path)).json.failingSince, null);
});

test("events of a money budget are not sent again to an endpoint without money", async (t) => {
  const { newOrganization, newKey } = await sending(t);
  const owner = await newOrganization();
  const [first, second] = [await receiver(t), await receiver(t)];
  const endpoint = await told(owner, first);
  const plain = await newKey(owner, ["webhooks:write", "time-entries:read", "projects:read"]);
  const path = `/v1/webhooks/${endpoint.id}`;
  assert.equal((await plain.patch(path, { url: second.url })).json.showsMoney, false);
  await waitFor(async () => (await listDeliveries(owner, endpoint)).every(({ status }) => status === "delivered"));
  for (const { id } of await listDeliveries(owner, endpoint)) await plain.post(`${path}/deliveries/${id}/redeliver`);
  await waitFor(async () => (await listDeliveries(owner, endpoint)).every(({ status }) => status !== "pending"));
  assert.deepEqual(
    second.received.map(({ type, body }) => [type, body.includes("Minor")]),
    [["time_entry.created", false]],
  );
});
