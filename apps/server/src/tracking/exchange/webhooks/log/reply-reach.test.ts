import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { newEntry, newRate } from "#test/worlds/factories.ts";
import { receiver, register, sending } from "#test/deliveries/sending.ts";
import type { Caller, Json } from "#test/worlds/test-app.ts";
import { waitFor } from "#test/databases/hold.ts";

/** The receiver's responses in the log, by event type. */
async function repliesOf(caller: Caller, webhookId: string): Promise<Record<string, string | null>> {
  const answer = await caller.get(`/v1/webhooks/${webhookId}/deliveries`);
  assert.equal(answer.status, 200, answer.text);
  return Object.fromEntries(
    answer.json.data.map(({ type, attempts: [attempt] }: Json) => {
      assert.equal(attempt.status, 200, "that there was a reply is for all");
      return [type, attempt.responseBody];
    }),
  );
}

test("the reply of a receiver that repeats everything is shown to whoever may read what was sent", async (t) => {
  const { db, newOrganization, newKey } = await sending(t);
  const owner = await newOrganization();
  const echo = await receiver(t, (response, { body }) => response.end(body));
  const plain = await newKey(owner, ["webhooks:read", "webhooks:write", "time-entries:read", "projects:read"]);
  const events = ["time_entry.created", "client.created"];
  const withMoney = await register(owner, echo.url, { events });
  const without = await register(plain, echo.url, { events });
  const { projectId, taskId } = await newRate(owner, { rateMinor: 12_345 });
  await newEntry(owner, { projectId, taskId }, { description: "Confidential" });
  await owner.post("/v1/clients", { name: "Acme" });
  for (const endpoint of [withMoney, without]) {
    await owner.post(`/v1/webhooks/${endpoint.id}/test`);
    const delivered = `/v1/webhooks/${endpoint.id}/deliveries?status=delivered`;
    await waitFor(async () => (await owner.get(delivered)).json.data.length === 3);
  }

  const all = await repliesOf(owner, withMoney.id);
  assert.match(all["time_entry.created"] ?? "", /"rateMinor":12345/);
  const costs = await newKey(owner, ["webhooks:read", "time-entries:read", "costs:read"]);
  assert.equal((await repliesOf(costs, withMoney.id))["time_entry.created"], all["time_entry.created"]);
  assert.equal((await repliesOf(costs, withMoney.id))["client.created"], null, "which takes projects:read");
  assert.deepEqual(await repliesOf(plain, withMoney.id), { ...all, "time_entry.created": null });
  const bare = await newKey(owner, ["webhooks:read"]);
  const onlyTest = { "time_entry.created": null, "client.created": null, "webhook.test": all["webhook.test"] };
  assert.deepEqual(await repliesOf(bare, withMoney.id), onlyTest);

  const shown = await repliesOf(plain, without.id);
  assert.match(shown["time_entry.created"] ?? "", /Confidential/);
  assert.doesNotMatch(shown["time_entry.created"] ?? "", /12345/);
  assert.equal((await repliesOf(bare, without.id))["time_entry.created"], null);

  // The response to a redelivery contains the delivery's log too, so it must also hide the receiver's responses.
  const writer = await newKey(owner, ["webhooks:write"]);
  const { data } = (await owner.get(`/v1/webhooks/${withMoney.id}/deliveries`)).json;
  const { id } = data.find(({ type }: Json) => type === "time_entry.created");
  const again = await writer.post(`/v1/webhooks/${withMoney.id}/deliveries/${id}/redeliver`);
  assert.equal(again.status, 200, again.text);
  assert.equal(again.json.attempts[0].responseBody, null);

  // Attempts from before the column `showed_money` existed may have shown amounts, so their responses stay hidden.
  await db.query(sql`update delivery_attempts set showed_money = null where org_id = ${owner.orgId}`);
  assert.equal((await repliesOf(plain, without.id))["time_entry.created"], null);
});
