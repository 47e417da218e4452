import assert from "node:assert/strict";
import { test } from "node:test";
import { inspectSource } from "#tracking/exchange/imports/sources/read-source.ts";
import { csvOf, fileOf, readFile, zipOf } from "#test/files/program-exports.ts";
import type { ReadSettings, SourceRow } from "#tracking/exchange/imports/sources/rows/source-row.ts";

const headers = [
  "User",
  "Email",
  "Client",
  "Project",
  "Task",
  "Description",
  "Billable",
  "Start date",
  "Start time",
  "End date",
  "End time",
  "Duration",
  "Tags",
];
const usual = {
  User: "Ann",
  Email: "ann@example.test",
  Client: "Acme",
  Project: "Site",
  Task: "Draw",
  Description: "x",
  Billable: "Yes",
  "Start date": "2024-03-04",
  "Start time": "10:00:00",
  "End date": "2024-03-04",
  "End time": "11:00:00",
  Duration: "01:00:00",
  Tags: "",
};

/** Reads a Toggl CSV with a single row, in which some cells are changed. */
async function readOne(cells: Partial<Record<keyof typeof usual, string>>): Promise<SourceRow> {
  const row: Record<string, string> = { ...usual, ...cells };
  const { rows } = await readFile(csvOf(headers, [headers.map((header) => row[header] ?? "")]));
  assert.ok(rows[0]);
  return rows[0];
}

const said = ({ doubts }: SourceRow) => doubts.map(({ column, problem, becomes }) => [column, problem, becomes]);

test("a row without faults has no doubts", async () => {
  const row = await readOne({});
  assert.deepEqual([row.doubts, row.leftOut, row.line, row.durationSeconds], [[], undefined, 2, 3600]);
});

test("a description is cut to 2,000 whole characters, with a doubt", async () => {
  assert.deepEqual((await readOne({ Description: "😀".repeat(2000) })).description, "😀".repeat(2000));
  const row = await readOne({ Description: "😀".repeat(10_000) });
  assert.equal(row.description, "😀".repeat(2000));
  assert.deepEqual(said(row), [["Description", "This is longer than 2000 characters.", "the first 2000 characters"]]);
  assert.equal(row.doubts[0]?.read, "😀".repeat(200));
});

test("names and tags are cut to what the API accepts, with at most 20 different tags", async () => {
  const long = await readOne({ Project: "p".repeat(201), Tags: `${"t".repeat(51)}, b, B,, b` });
  assert.deepEqual([long.project, long.tags], ["p".repeat(200), ["t".repeat(50), "b"]]);
  assert.deepEqual(
    said(long).map(([column, , becomes]) => [column, becomes]),
    [
      ["Project", "the first 200 characters"],
      ["Tags", "the first 50 characters"],
    ],
  );
  const many = Array.from({ length: 21 }, (_, index) => `t${index}`);
  const row = await readOne({ Tags: many.join(", ") });
  assert.deepEqual(row.tags, many.slice(0, 20));
  assert.deepEqual(said(row), [["Tags", "There are 21 tags; an entry has at most 20.", "the first 20 tags"]]);
});

test("an empty or invisible name counts as missing, and a person without a name gets the address", async () => {
  const row = await readOne({ User: "", Client: " ", Project: "\u200b", Task: "" });
  assert.deepEqual([row.client, row.project, row.task], [undefined, undefined, undefined]);
  assert.deepEqual(row.person, { name: "ann@example.test", email: "ann@example.test" });
  assert.deepEqual((await readOne({ User: "", Email: "" })).person, { name: "", email: undefined });
  const wrong = await readOne({ Email: "ann at home" });
  assert.deepEqual(wrong.person, { name: "Ann", email: undefined });
  assert.deepEqual(said(wrong), [["Email", "This isn't an email address.", "no email address"]]);
});

test("a row that cannot be placed in time is left out with the reason", async () => {
  const examples: [Parameters<typeof readOne>[0], string, string][] = [
    [{ "Start date": "" }, "Start date", "The start is empty."],
    [{ "Start date": "soon" }, "Start date", "This isn't a date."],
    [{ "Start date": "2024-02-30" }, "Start date", "There is no such day when read as year, month, day."],
    [{ "Start time": "25:00" }, "Start date", "This isn't a time of day."],
    [{ "End time": "ten", Duration: "" }, "End date", "This isn't a time of day."],
    [{ "End time": "", Duration: "an hour or so" }, "Duration", "This isn't a duration."],
    [{ Duration: "-01:00:00" }, "Duration", "The duration is negative."],
    [{ "End date": "2024-03-03", Duration: "" }, "End date", "The end is before the start."],
    [
      { "End date": "2024-03-29", "End time": "10:15:00", Duration: "600:15:00" },
      "Start date",
      "The row lasts 600:15:00; a time entry lasts at most 7 days.",
    ],
    [
      { "Start date": "1969-12-31", "End date": "1969-12-31" },
      "Start date",
      "The time is not between the years 1970 and 2199.",
    ],
  ];
  for (const [cells, column, problem] of examples) {
    const row = await readOne(cells);
    assert.deepEqual([row.leftOut, row.startedAt], ["unreadable", undefined], problem);
    assert.deepEqual(said(row), [[column, problem, null]]);
  }
  const running = await readOne({ "End date": "", "End time": "", Duration: "" });
  const problem = "The row has neither end nor duration, so it is a running timer.";
  assert.deepEqual([running.leftOut, ...said(running)], ["running", ["End time", problem, null]]);
});

test("a row that is left out keeps the duration from the source", async () => {
  const secondsOf = async (cells: Parameters<typeof readOne>[0]) => (await readOne(cells)).durationSeconds;
  assert.equal(await secondsOf({ "Start date": "soon", Duration: "00:30:00" }), 1800);
  assert.equal(await secondsOf({ "Start date": "soon", Duration: "an hour or so" }), 0);
  assert.equal(await secondsOf({ "End date": "2024-03-29", "End time": "10:15:00", Duration: "600:15:00" }), 2_160_900);
  assert.equal(await secondsOf({ Duration: "-01:00:00" }), 0);
});

test("a value that is neither yes nor no is ignored without a doubt", async () => {
  const row = await readOne({ Billable: "perhaps" });
  assert.deepEqual([row.billable, said(row)], [undefined, [["Billable", "This is neither yes nor no.", "not said"]]]);
});

test("formulas of other programs stay as they are", async () => {
  const row = await readOne({ Description: "=1+1", Project: "'-2", Tags: "@x" });
  assert.deepEqual([row.description, row.project, row.tags], ["=1+1", "'-2", ["@x"]]);
});

test("a row with more cells than columns is left out, with fewer it is read", async () => {
  const cells = Object.values(usual);
  const { rows } = await readFile(csvOf(headers, [[...cells, "", " "], [...cells, "", "moved"], cells.slice(0, 11)]));
  assert.deepEqual(
    rows.map(({ leftOut, line }) => [line, leftOut]),
    [
      [2, undefined],
      [3, "unreadable"],
      [4, undefined],
    ],
  );
  assert.match(rows[1]?.doubts[0]?.problem ?? "", /more cells than the file has columns/);
  assert.equal(rows[2]?.durationSeconds, 3600);
});

test("a row that is cut off is a doubt, and is left out if its end and duration are missing", async () => {
  const lines = csvOf(headers, [Object.values(usual)]).split("\r\n");
  const cut = async (length: number) => {
    const { rows } = await readFile(`${lines[0]}\r\n${lines[1]?.slice(0, length)}`);
    assert.ok(rows[0]);
    return [rows[0].leftOut, ...said(rows[0])];
  };
  const row = lines[1] ?? "";
  const after = (text: string) => row.indexOf(text) + text.length;
  const said9 = ["Start time", "The row is cut off: it has 9 of 13 cells.", null];
  assert.deepEqual(await cut(after("10:00:00")), ["unreadable", said9]);
  const becomes = "the row without the missing cells";
  const said11 = ["End time", "The row is cut off: it has 11 of 13 cells.", becomes];
  assert.deepEqual(await cut(after("11:00:00")), [undefined, said11]);
  assert.deepEqual(await cut(row.length), [undefined]);
});

test("a running timer is a doubt in every program's export", async () => {
  const json = (item: object) => JSON.stringify([item]);
  const files = [
    json({ id: 1, begin: "2024-03-04T10:00:00Z", end: null, duration: 0, user: { username: "ann" } }),
    await zipOf({
      "clients.json": "[]",
      "time_entries.json": json({ id: 1, start: "2024-03-04T10:00:00Z", stop: null, duration: -1_709_546_400 }),
    }),
    await zipOf({
      "meta.json": "{}",
      "time_entries.csv": "id,description,start,end,tags\n1,x,2024-03-04T10:00:00Z,,[]\n",
    }),
    csvOf(["Date", "Started At", "Ended At", "Hours", "First Name"], [["2024-03-04", "10:00", "", "0", "Ann"]]),
    csvOf(["Date", "From", "To", "Customer", "Activity", "Duration"], [["2024-03-04", "10:00", "", "", "", ""]]),
    csvOf(["Start", "Duration"], [["2024-03-04 10:00", ""]]),
  ];
  for (const file of files) {
    const { rows, facts } = await readFile(file);
    const problems = rows.map(({ leftOut, doubts }) => [leftOut, doubts.length, doubts[0]?.becomes]);
    assert.deepEqual(problems, [["running", 1, null]], facts.source);
  }
});

test("bytes that don't fit the encoding are doubts", async () => {
  const text = csvOf(headers, [Object.values({ ...usual, Description: "äöüßäöü#" })]);
  const bytes = Buffer.from(text);
  bytes[bytes.indexOf("#")] = 0xff;
  const { rows } = await readFile(bytes);
  assert.deepEqual(rows[0] && said(rows[0]), [
    ["Description", "Some characters are damaged in the file.", "the text with \ufffd instead of them"],
  ]);
  assert.equal(rows[0]?.description, "äöüßäöü\ufffd");
});

test("a NUL in a text is replaced, because the database cannot hold it", async () => {
  const { rows } = await readFile(
    JSON.stringify([
      { begin: "2024-03-04T10:00:00Z", duration: 60, description: "a\0b\ud800", project: { name: "\0" } },
    ]),
  );
  assert.deepEqual([rows[0]?.description, rows[0]?.project], ["a\ufffdb\ufffd", "\ufffd"]);
});

test("a day's rows without times follow one another, for each person", async () => {
  const row = (name: string, day: string, hours: string) => [day, hours, name, "B", "P"];
  const { rows } = await readFile(
    csvOf(
      ["Date", "Hours", "First Name", "Last Name", "Project Code"],
      [
        row("Ann", "2024-03-04", "1.5"),
        row("Bob", "2024-03-04", "2"),
        row("Ann", "2024-03-05", "1"),
        row("Ann", "2024-03-04", "14.5"),
        row("Ann", "2024-03-04", "0"),
        row("Ann", "2024-03-31", "1"),
      ],
    ),
    { timeZone: "Europe/Berlin" },
  );
  assert.deepEqual(
    rows.map(({ startedAt, durationSeconds, leftOut }) => [
      startedAt?.toISOString().slice(0, 16),
      durationSeconds,
      leftOut,
    ]),
    [
      ["2024-03-04T08:00", 5400, undefined],
      ["2024-03-04T08:00", 7200, undefined],
      ["2024-03-05T08:00", 3600, undefined],
      ["2024-03-04T09:30", 52_200, undefined],
      // 16 hours after 09:00 is 01:00 on the next day, so the start wraps around to 01:00 on the row's own day.
      ["2024-03-04T00:00", 0, undefined],
      ["2024-03-31T07:00", 3600, undefined],
    ],
  );
});

async function readAny(names: string[], cells: string[], settings: Partial<ReadSettings> = {}) {
  const { facts, rows } = await readFile(csvOf(names, [cells]), settings);
  assert.ok(rows[0]);
  return { facts, row: rows[0] };
}

test("any CSV is read by a mapping suggested by its headers, in English and German", async () => {
  const { facts, row } = await readAny(
    [
      "Mitarbeiter",
      "E-Mail",
      "Kunde",
      "Projekt",
      "Aufgabe",
      "Beschreibung",
      "Datum",
      "Beginn",
      "Ende",
      "Stundensatz (EUR)",
    ],
    ["Ann", "ann@example.test", "Acme", "Site", "Draw", "x", "04.03.2024", "9.30 Uhr", "11:00", "80,50"],
  );
  assert.equal(facts.source, "csv");
  assert.deepEqual(facts.guessedColumns, {
    person: "Mitarbeiter",
    email: "E-Mail",
    client: "Kunde",
    project: "Projekt",
    task: "Aufgabe",
    description: "Beschreibung",
    startDate: "Datum",
    startTime: "Beginn",
    endTime: "Ende",
    rate: "Stundensatz (EUR)",
  });
  const { person, client, project, task, startedAt, durationSeconds, rateMinor, currency, doubts } = row;
  assert.deepEqual(
    { person, client, project, task, startedAt, durationSeconds, rateMinor, currency, doubts },
    {
      person: { name: "Ann", email: "ann@example.test" },
      client: "Acme",
      project: "Site",
      task: "Draw",
      startedAt: new Date("2024-03-04T08:30:00Z"),
      durationSeconds: 5400,
      rateMinor: 8050,
      currency: "EUR",
      doubts: [],
    },
  );
  const english = await readAny(
    ["First Name", "Last Name", "Started", "Minutes"],
    ["Ann", "Bee", "2024-03-04T09:00:00Z", "90"],
  );
  assert.deepEqual(
    [english.row.person.name, english.row.durationSeconds, english.facts.hasZones],
    ["Ann Bee", 5400, true],
  );
});

test("any CSV is read by the mapping that is given", async () => {
  const names = ["A", "B", "C", "D"];
  const columns = { person: "B", startedAt: "C", endedAt: "D" };
  const cells = ["?", "Ann", "03/04/2024 11:30 PM", "03/05/2024 12:15 AM"];
  const { facts, row } = await readAny(names, cells, { source: "csv", columns });
  assert.deepEqual(facts.dateOrder, { settled: "mdy" });
  assert.deepEqual(
    [row.person.name, row.startedAt?.toISOString(), row.durationSeconds],
    ["Ann", "2024-03-04T22:30:00.000Z", 2700],
  );
  const guessed = await inspectSource(fileOf(csvOf(names, [cells])), { columns: { startedAt: "E" } });
  assert.deepEqual([guessed.source, guessed.dateOrder], ["csv", undefined]);
});
