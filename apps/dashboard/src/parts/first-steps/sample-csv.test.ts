import assert from "node:assert/strict";
import { test } from "node:test";
import { firstSteps as german } from "#i18n/de/first-steps.ts";
import { firstSteps } from "#i18n/en/first-steps.ts";
import { makeSampleCsv, sampleBudget } from "./sample-csv.ts";

const me = { name: 'Ada "A" King, Countess', email: "ada@example.com" };
const given = { me, currency: "EUR", today: "2026-03-18", names: firstSteps.names };
const rows = makeSampleCsv(given).trimEnd().split("\n").slice(1);
const fieldsOf = (row: string) =>
  [...row.matchAll(/"((?:[^"]|"")*)"/g)].map(([, field = ""]) => field.replaceAll('""', '"'));

test("sample data is four weeks of working days until yesterday, of three people and two clients", () => {
  const read = rows.map(fieldsOf);
  assert.ok(read.every((fields) => fields.length === 14));
  const days = [...new Set(read.map((fields) => fields[7]))];
  assert.deepEqual([days.length, days[0], days.at(-1)], [20, "2026-02-18", "2026-03-17"]);
  assert.deepEqual([...new Set(read.map((fields) => fields[0]))], [me.name, "Robin Sample", "Kim Sample"]);
  assert.deepEqual(new Set(read.map((fields) => fields[2])), new Set(["", "Blue Harbor", "Northwind"]));
});

test("sample data is in the person's language, except for the project with a budget", () => {
  const csv = makeSampleCsv({ ...given, names: german.names });
  assert.match(csv, /"Northwind","Web shop","Entwicklung","Produktseite bauen","Yes"/);
  assert.match(csv, /"","Intern","Besprechungen","Wöchentliche Besprechung","No"/);
  assert.doesNotMatch(csv, /Annual|meeting|Research/);
});

test("no person in the sample data has overlapping entries", () => {
  for (const [key, own] of Map.groupBy(rows.map(fieldsOf), ([name, , , , , , , day]) => `${name} ${day}`)) {
    const ends = own.map((fields) => [fields[8] ?? "", fields[10] ?? ""] as const);
    for (const [at, [start]] of ends.entries()) assert.ok(start >= (ends[at - 1]?.[1] ?? ""), key);
  }
});

test("a project of the sample has used most of its budget, and has some left", () => {
  const own = rows.map(fieldsOf).filter(([, , client, project]) => client === "Northwind" && project === "Web shop");
  assert.deepEqual([sampleBudget.client, sampleBudget.project], ["Northwind", "Web shop"]);
  const used = own.reduce((sum, fields) => {
    const [hours = 0, minutes = 0] = (fields[11] ?? "").split(":").map(Number);
    return sum + hours * 3600 + minutes * 60;
  }, 0);
  assert.ok(used > 0.6 * sampleBudget.budget.seconds && used < 0.8 * sampleBudget.budget.seconds, String(used));
});

test("billable time in the sample has a price, and time that isn't billable has none", () => {
  for (const fields of rows.map(fieldsOf)) assert.equal(fields[13] !== "", fields[6] === "Yes", fields.join());
});
