import assert from "node:assert/strict";
import { newClient, newEntry, newProject } from "./factories.ts";
import { type Answer, type Json, testApp } from "./test-app.ts";

export const path = "/v1/billing-batches";

export const ok = (answer: Answer): Json => {
  assert.ok(answer.status < 300, answer.text);
  return answer.json;
};

/** Creates two projects for two clients, with a rate of 90.00 and two people's entries in March. */
export async function newBillingWorld() {
  const world = await testApp();
  const owner = await world.newOrganization({ timeZone: "Europe/Berlin" });
  const member = await world.newMember(owner, "member");
  const clients = [await newClient(owner), ok(await owner.post("/v1/clients", { name: "Initech" })).id];
  const site = await newProject(owner, { name: "Website", clientId: clients[0] });
  const app = await newProject(owner, { name: "App", clientId: clients[1] });
  const rate = { kind: "billable", scope: "organization", rateMinor: 9000 };
  ok(await owner.post("/v1/rates", rate));
  const at = (day: string) => ({ startedAt: `2026-03-${day}T09:00:00Z` });
  const entries = [
    await newEntry(owner, site, { ...at("02"), durationSeconds: 3600 }),
    await newEntry(member, site, { ...at("03"), durationSeconds: 1000 }),
    await newEntry(member, app, { ...at("04"), durationSeconds: 1800 }),
    await newEntry(owner, app, { ...at("05"), durationSeconds: 60, billable: false }),
    await newEntry(owner, app, { startedAt: "2026-04-01T09:00:00Z" }),
  ];
  return { ...world, owner, member, clients, site, app, entries };
}

export const march = { from: "2026-03-01", to: "2026-03-31" };
