import assert from "node:assert/strict";
import { test } from "node:test";
import { applied, previewed, settled } from "#test/worlds/import-files.ts";
import { csvOf, zipOf } from "#test/files/program-exports.ts";
import { type Json, testApp } from "#test/worlds/test-app.ts";

const unitless = "Date,Name,Duration\r\n2026-03-02,Kim,90\r\n2026-03-03,Kim,0:30\r\n";
const totalOf = ({ preview }: Json) => preview.totals.source.seconds;

async function newCaller() {
  return (await testApp()).newOrganization();
}

test("plain numbers as durations raise a question, are refused until it is answered, and are read accordingly", async () => {
  const caller = await newCaller();
  const asked = await previewed(caller, unitless);
  const [{ code, message, line, example, answers }] = asked.questions;
  assert.deepEqual([code, line, example, asked.durationUnit], ["duration_unit", 2, "90", null]);
  assert.match(message, /Choose durationUnit/);
  assert.deepEqual(
    answers.map(({ value, seconds, first }: Json) => [value, seconds, first[0].seconds]),
    [
      ["hours", 325_800, 324_000],
      ["minutes", 7_200, 5_400],
      ["seconds", 1_890, 90],
    ],
  );
  const refused = await caller.post(`/v1/imports/${asked.id}/apply`);
  assert.equal(refused.status, 422);
  assert.deepEqual(
    refused.json.errors.map(({ pointer }: Json) => pointer),
    ["/durationUnit"],
  );
  for (const { value, seconds } of answers) {
    assert.equal((await caller.patch(`/v1/imports/${asked.id}`, { durationUnit: value })).status, 200);
    const read = await settled(caller, asked.id);
    assert.deepEqual([read.questions, read.durationUnit, totalOf(read)], [[], value, seconds]);
  }
  await caller.patch(`/v1/imports/${asked.id}`, { durationUnit: null });
  assert.equal((await settled(caller, asked.id)).questions[0].code, "duration_unit");
  await caller.patch(`/v1/imports/${asked.id}`, { durationUnit: "minutes" });
  await settled(caller, asked.id);
  assert.equal((await applied(caller, asked.id)).proof.isExact, true);
  assert.equal((await caller.get("/v1/reports/summary")).json.totals.seconds, 7_200);
});

test("1,234 raises the question of the decimal mark, and the answer can come with the file", async () => {
  const caller = await newCaller();
  const file = 'Date,Name,Minutes\r\n2026-03-02,Kim,"1,234"\r\n';
  const asked = await previewed(caller, file);
  const [{ code, answers }] = asked.questions;
  assert.equal(code, "decimal_mark");
  const refused = await caller.post(`/v1/imports/${asked.id}/apply`);
  assert.equal(refused.json.errors[0].pointer, "/decimalMark");
  for (const { value, seconds } of answers) {
    const read = await previewed(caller, file, `?decimalMark=${value}`);
    assert.deepEqual([read.questions, read.decimalMark, totalOf(read)], [[], value, seconds]);
  }
  const both = await previewed(caller, file.replace("Minutes", "Time"), "?durationUnit=seconds&decimalMark=point");
  assert.deepEqual([both.questions, totalOf(both)], [[], 1_234]);
  const none = await previewed(caller, file.replace("Minutes", "Time"));
  assert.deepEqual(
    none.questions.map((question: Json) => question.code),
    ["duration_unit", "decimal_mark"],
  );
});

test("a row whose start, end and duration disagree is imported with the file's duration, which the proof compares", async () => {
  const caller = await newCaller();
  const row = (date: string, start: string, end: string, duration: string) =>
    `Kim,kim@example.com,Acme,Web,Build,Work,Yes,${date},${start},${date},${end},${duration},,\r\n`;
  const made = await previewed(
    caller,
    `User,Email,Client,Project,Task,Description,Billable,Start date,Start time,End date,End time,Duration,Tags,Amount ()\r\n${[
      row("2026-03-29", "02:30:00", "03:30:00", "01:00:00"),
      row("2026-03-02", "09:00:00", "17:00:00", "07:30:00"),
      row("2026-10-25", "02:30:00", "02:15:00", "00:45:00"),
      row("2026-03-03", "22:00:00", "01:00:00", "03:00:00"),
    ].join("")}`,
    "?tz=Europe/Berlin",
  );
  const all = { rows: 4, seconds: 3_600 + 27_000 + 2_700 + 10_800 };
  assert.deepEqual([made.preview.totals.source, made.preview.totals.imported], [all, all]);
  assert.deepEqual(
    made.preview.doubts.first.map(({ line, read, becomes }: Json) => [line, read, becomes]),
    [
      [2, "2026-03-29 02:30:00", "the time moved forward by the length of the gap"],
      [3, "07:30:00", "7:30:00"],
      [5, "2026-03-03 01:00:00", "the start and 3:00:00"],
    ],
  );
  assert.equal((await applied(caller, made.id)).proof.isExact, true);
  const { data } = (await caller.get("/v1/time-entries")).json;
  assert.deepEqual(
    data.map(({ startedAt, durationSeconds }: Json) => [startedAt.slice(0, 16), durationSeconds]),
    [
      ["2026-10-25T00:30", 2_700],
      ["2026-03-29T01:30", 3_600],
      ["2026-03-03T21:00", 10_800],
      ["2026-03-02T08:00", 27_000],
    ],
  );
});

test("an encoding that nothing shows is asked for with the names as they would read", async () => {
  const caller = await newCaller();
  const file = Buffer.from("Date,Name,Project,Hours\r\n2026-03-02,Kim,B\xeadzin,1\r\n", "latin1");
  const asked = await previewed(caller, file);
  const [{ code, answers }] = asked.questions;
  assert.equal(code, "encoding");
  assert.deepEqual(
    answers.map(({ value, texts }: Json) => [value, texts]),
    [
      ["windows-1252", ["Bêdzin"]],
      ["windows-1250", ["Będzin"]],
    ],
  );
  const refused = await caller.post(`/v1/imports/${asked.id}/apply`);
  assert.equal(refused.json.errors[0].pointer, "/encoding");
  assert.equal((await caller.patch(`/v1/imports/${asked.id}`, { encoding: "windows-1250" })).status, 200);
  const read = await settled(caller, asked.id);
  assert.deepEqual(
    [read.questions, read.encoding, read.preview.totals.projects[0].project],
    [[], "windows-1250", "Będzin"],
  );
});

test("the columns chosen for a file are proposed for the next one with the same header", async () => {
  const caller = await newCaller();
  const file = (day: string) => `Quando,Quanto,Che cosa\r\n2026-03-${day},1:30,Web\r\n`;
  const asked = await previewed(caller, file("02"));
  assert.deepEqual([asked.questions[0].code, asked.columns], ["columns", {}]);
  const columns = { startDate: "Quando", duration: "Quanto", project: "Che cosa" };
  await caller.patch(`/v1/imports/${asked.id}`, { columns });
  await settled(caller, asked.id);
  await applied(caller, asked.id);
  const next = await previewed(caller, file("03"));
  assert.deepEqual([next.questions, next.columns, totalOf(next)], [[], columns, 5_400]);
  assert.equal((await previewed(caller, file("03").replace("Quanto", "Altro"))).questions[0].code, "columns");
});

test("the unit and the decimal mark chosen for a file are those of the next one with the same header", async () => {
  const caller = await newCaller();
  const file = (day: string, header = "Time") => `Date,Name,${header}\r\n2026-03-${day},Kim,"1,234"\r\n`;
  const asked = await previewed(caller, file("02"));
  assert.equal(asked.questions.length, 2);
  await caller.patch(`/v1/imports/${asked.id}`, { durationUnit: "seconds", decimalMark: "point" });
  await settled(caller, asked.id);
  assert.equal((await previewed(caller, file("03"))).questions.length, 2, "answers count once they were applied");
  await applied(caller, asked.id);
  const next = await previewed(caller, file("03"));
  assert.deepEqual(
    [next.questions, next.durationUnit, next.decimalMark, totalOf(next)],
    [[], "seconds", "point", 1_234],
  );
  const other = await previewed(caller, file("03"), "?durationUnit=minutes");
  assert.deepEqual([other.questions, other.durationUnit, totalOf(other)], [[], "minutes", 74_040]);
  assert.equal((await previewed(caller, file("03", "Zeit"))).questions.length, 2);
  const stranger = await newCaller();
  assert.equal((await previewed(stranger, file("03"))).questions.length, 2);
});

test("the order of day and month that a person's program uses is remembered for the person", async () => {
  const caller = await newCaller();
  const file = (...rows: [person: string, date: string][]) =>
    csvOf(
      ["User", "Email", "Start date", "Start time", "End date", "End time", "Duration"],
      rows.map(([name, date]) => [name, `${name}@example.com`, date, "09:00:00", date, "10:00:00", "01:00:00"]),
    );
  const ask = async (...rows: [person: string, date: string][]) => {
    const { questions, dateOrder, preview } = await previewed(caller, file(...rows));
    const codes = questions.map(({ code }: Json) => code);
    return [codes, dateOrder, preview.totals.months[0]?.month];
  };
  // Ana's file shows its order. For Ben's, somebody answers.
  await applied(caller, (await previewed(caller, file(["ana", "25/03/2025"]))).id);
  const asked = await previewed(caller, file(["ben", "03/04/2025"]));
  assert.equal(asked.questions[0].code, "date_order");
  await caller.patch(`/v1/imports/${asked.id}`, { dateOrder: "mdy" });
  await settled(caller, asked.id);
  await applied(caller, asked.id);
  assert.deepEqual(await ask(["ana", "03/04/2025"]), [[], "dmy", "2025-04"]);
  assert.deepEqual(await ask(["ben", "04/03/2025"]), [[], "mdy", "2025-04"]);
  assert.deepEqual(await ask(["eve", "04/03/2025"]), [["date_order"], null, "2025-03"]);
  assert.deepEqual(await ask(["ana", "04/03/2025"], ["ben", "04/03/2025"]), [["date_order"], null, "2025-03"]);
  assert.deepEqual(await ask(["ben", "25/03/2025"], ["ben", "04/03/2025"]), [[], "dmy", "2025-03"]);
  const zip = await zipOf({ "a.csv": file(["ana", "03/04/2025"]), "b.csv": file(["ben", "05/04/2025"]) });
  const both = await previewed(caller, zip);
  const months = both.preview.totals.months.map(({ month }: Json) => month);
  assert.deepEqual([both.questions, months], [[], ["2025-04", "2025-05"]]);
  // An import that was undone may have been wrong.
  await caller.delete(`/v1/imports/${asked.id}`);
  await settled(caller, asked.id);
  assert.deepEqual(await ask(["ben", "04/03/2025"]), [["date_order"], null, "2025-03"]);
});
