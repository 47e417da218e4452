import assert from "node:assert/strict";
import { test } from "node:test";
import { csvOf, readFile, zipOf } from "#test/files/program-exports.ts";

test("each file in a zip has its own order of day and month, or that of its people's other files", async () => {
  const file = (person: string, ...dates: string[]) =>
    csvOf(
      ["User", "Email", "Start date", "Start time", "End date", "End time", "Duration"],
      dates.map((date) => [person, `${person}@example.com`, date, "09:00:00", date, "10:00:00", "01:00:00"]),
    );
  const days = async (files: Record<string, string>, settings = {}) => {
    const { facts, rows } = await readFile(await zipOf(files), settings);
    assert.ok(rows.every(({ doubts }) => doubts.length === 0));
    return { facts, days: rows.map(({ startedAt }) => startedAt?.toISOString().slice(0, 10)) };
  };
  const two = {
    "ana.csv": file("ana", "25/03/2026", "03/04/2026"),
    "ben.csv": file("ben", "03/25/2026", "04/03/2026"),
  };
  const both = ["2026-03-25", "2026-04-03"];
  const shown = await days(two);
  assert.deepEqual([shown.facts.dateOrder, shown.days], [undefined, [...both, ...both]]);
  // A chosen order is for the files that show none.
  assert.deepEqual((await days(two, { dateOrder: "dmy" })).days, [...both, ...both]);
  const same = await days({ ...two, "more.csv": file("ben", "04/03/2026") });
  assert.deepEqual([same.facts.dateOrder, same.days], [undefined, [...both, ...both, "2026-04-03"]]);
  for (const open of [file("eve", "04/03/2026"), `${file("ana", "04/03/2026")}${two["ben.csv"].split("\r\n")[2]}`]) {
    const asked = await days({ ...two, "open.csv": open }, { dateOrder: "mdy" });
    assert.deepEqual(asked.facts.dateOrder, { ambiguous: "04/03/2026", line: 2, file: "open.csv" });
    assert.deepEqual(asked.days.slice(0, 5), [...both, ...both, "2026-04-03"]);
  }
});
