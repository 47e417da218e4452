import assert from "node:assert/strict";
import { test } from "node:test";
import { makeSampleCsv } from "./sample-csv.ts";

const me = { name: 'Ada "A" King, Countess', email: "ada@example.com" };
const rows = makeSampleCsv({ me, today: "2026-03-18" }).trimEnd().split("\n").slice(1);
const fieldsOf = (row: string) =>
  [...row.matchAll(/"((?:[^"]|"")*)"/g)].map(([, field = ""]) => field.replaceAll('""', '"'));

test("sample data is four weeks of working days until yesterday, of three people and two clients", () => {
  const read = rows.map(fieldsOf);
  assert.ok(read.every((fields) => fields.length === 13));
  const days = [...new Set(read.map((fields) => fields[7]))];
  assert.deepEqual([days.length, days[0], days.at(-1)], [20, "2026-02-18", "2026-03-17"]);
  assert.deepEqual([...new Set(read.map((fields) => fields[0]))], [me.name, "Robin Sample", "Kim Sample"]);
  assert.deepEqual(new Set(read.map((fields) => fields[2])), new Set(["", "Blue Harbor", "Northwind"]));
});

test("nobody of the sample data does two things at once", () => {
  for (const [key, own] of Map.groupBy(rows.map(fieldsOf), ([name, , , , , , , day]) => `${name} ${day}`)) {
    const ends = own.map((fields) => [fields[8] ?? "", fields[10] ?? ""] as const);
    for (const [at, [start]] of ends.entries()) assert.ok(start >= (ends[at - 1]?.[1] ?? ""), key);
  }
});
