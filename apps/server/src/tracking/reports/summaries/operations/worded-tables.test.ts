import assert from "node:assert/strict";
import { test } from "node:test";
import { readCsv } from "#test/files/read-csv.ts";
import { anyApproval, newEntry, newProject } from "#test/worlds/factories.ts";
import { type Caller, testApp } from "#test/worlds/test-app.ts";

async function newWorld() {
  const { newOrganization } = await testApp();
  const owner = await newOrganization({ timeZone: "Europe/Berlin" });
  await owner.post("/v1/rates", { kind: "billable", scope: "organization", rateMinor: 9000 });
  const clientId = (await owner.post("/v1/clients", { name: "Acme" })).json.id;
  const site = await newProject(owner, { name: "Website", clientId, budget: { kind: "time", seconds: 7200 } });
  const app = await newProject(owner, { name: "App", budget: { kind: "amount", amountMinor: 10_000 } });
  await newEntry(owner, site, { startedAt: "2026-03-02T08:00:00Z", durationSeconds: 3600, tags: ["a", "b"] });
  await newEntry(owner, app, { startedAt: "2026-03-03T08:00:00Z", durationSeconds: 1800 });
  return owner;
}

const rowsOf = async (caller: Caller, path: string) => readCsv((await caller.get(`${path}&format=csv`)).text);

test("a summary for people has names, hours and a total that counts each entry once", async () => {
  const owner = await newWorld();
  assert.deepEqual(await rowsOf(owner, "/v1/reports/summary?groupBy=client,date&language=fr"), [
    ["Client", "Date", "Heures", "Heures facturables", "Montant (EUR)", "Entrées"],
    ["Acme", "2026-03-02", "1", "1", "90.00", "1"],
    ["Sans client", "2026-03-03", "0.5", "0.5", "45.00", "1"],
    ["Total", "", "1.5", "1.5", "135.00", "2"],
  ]);
  assert.deepEqual(await rowsOf(owner, "/v1/reports/summary?groupBy=tag,billable&language=de"), [
    ["Schlagwort", "Abrechenbarkeit", "Stunden", "Abrechenbare Stunden", "Betrag (EUR)", "Einträge"],
    ["a", "Abrechenbar", "1", "1", "90.00", "1"],
    ["b", "Abrechenbar", "1", "1", "90.00", "1"],
    ["Ohne Schlagwort", "Abrechenbar", "0.5", "0.5", "45.00", "1"],
    ["Summe", "", "1.5", "1.5", "135.00", "2"],
  ]);
  const sources = await rowsOf(owner, "/v1/reports/summary?groupBy=source&language=de");
  assert.deepEqual(sources[1]?.[0], "API");
});

test("a costs report for people has the columns of the budgets that exist", async () => {
  const owner = await newWorld();
  assert.deepEqual(await rowsOf(owner, "/v1/reports/costs?language=en"), [
    "Project,Client,Hours,Billable hours,Amount (EUR),Cost (EUR),Margin (EUR),Budget,Budget limit (Hours),Budget limit (EUR),Budget used (Hours),Budget used (EUR),Budget left (Hours),Budget left (EUR),Budget used in %,Budget status".split(
      ",",
    ),
    // Without cost rates, margins are unknown.
    ["Website", "Acme", "1", "1", "90.00", "0.00", "", "Time", "2", "", "1", "", "1", "", "50.00", "Within the limit"],
    [
      "App",
      "",
      "0.5",
      "0.5",
      "45.00",
      "0.00",
      "",
      "Billable amount",
      "",
      "100.00",
      "",
      "45.00",
      "",
      "55.00",
      "45.00",
      "Within the limit",
    ],
    ["Total", "", "1.5", "1.5", "135.00", "0.00", "", "", "", "", "", "", "", "", "", ""],
  ]);
  const rows = await rowsOf(owner, "/v1/reports/costs?language=en&budgetStatus=none");
  assert.deepEqual(rows[0]?.length, 7);
});

test("the lines of a billing batch for people have names, prices and a total", async () => {
  const owner = await newWorld();
  const batch = { filter: { approval: anyApproval }, reference: "2026-0042" };
  const { id } = (await owner.post("/v1/billing-batches", batch)).json;
  assert.deepEqual(await rowsOf(owner, `/v1/billing-batches/${id}/lines?groupBy=project,date&language=de`), [
    ["Kunde", "Projekt", "Datum", "Stunden", "Einzelpreis (EUR)", "Betrag (EUR)"],
    ["", "App", "2026-03-03", "0.50", "90.00", "45.00"],
    ["Acme", "Website", "2026-03-02", "1.00", "90.00", "90.00"],
    ["Summe", "", "", "1.50", "", "135.00"],
  ]);
});
