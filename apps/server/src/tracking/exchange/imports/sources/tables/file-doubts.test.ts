import assert from "node:assert/strict";
import { test } from "node:test";
import { readFile, zipOf } from "#test/files/program-exports.ts";

/** Reads a CSV, and returns each row's project and duration, and the doubts about the file. */
async function read(...lines: string[]) {
  const { facts, rows, fileDoubts } = await readFile(lines.join("\r\n"));
  return {
    facts,
    rows: rows.map(({ project, durationSeconds, doubts }) => [project, durationSeconds, ...doubts]),
    said: fileDoubts.map(({ line, doubt: { column, read: text, problem } }) => [line, column, text, problem]),
  };
}

const header = "Date;Start;Duration;Project";
const row = "2026-08-03;09:00;1:30:00;Web";

test("a title above the names of the columns is skipped with a doubt", async () => {
  const problem = "This is above the names of the columns.";
  const titles = [["Time report August 2026", ""], ["Report;August 2026;;"], ["Kim, August", "", "All projects"]];
  for (const title of titles) {
    const { rows, said } = await read(...title, header, row);
    const text = title.join(" ").replace(/\s+/g, " ").trim();
    assert.deepEqual([rows, said], [[["Web", 5400]], [[1, "", text, problem]]]);
  }
  const list = await read("Client;Project;Spent", "Acme;Web;Date;Start", header, row);
  assert.deepEqual(list.rows, [["Web", 5400]]);
});

test("empty rows and sums are no time rows, and sums are a doubt", async () => {
  const problem = "This is a sum of other rows.";
  const sums = [
    ["Total;;1:30:00;", "Total 1:30:00"],
    ["Gesamt: 1,50 Std.;;;", "Gesamt: 1,50 Std."],
    [";;1:30:00;", "1:30:00"],
  ] as const;
  for (const [sum, text] of sums) {
    const { facts, rows, said } = await read(header, row, ";;;", sum, ";;;");
    assert.deepEqual([facts.rows, rows, said], [1, [["Web", 5400]], [[4, "", text, problem]]]);
  }
  const inner = await read(header, ";;1:30:00;", row);
  assert.deepEqual([inner.facts.rows, inner.said], [2, []]);
  const serials = await read(header, "46240;0.375;1:30:00;");
  assert.deepEqual(serials.rows, [[undefined, 5400]]);
});

test("columns that are not used are a doubt, and so is a second column of one name", async () => {
  const unused = await read(`${header};Room;Empty`, `${row};;`, `${row};12b;`, `${row};13;`);
  assert.deepEqual(unused.said, [[3, "Room", "12b", "This column isn't used."]]);
  const problem = "Another column has the same name.";
  const twice = await read("Start date,Start time,Duration,User,Group,Description,Description", "2026-08-03,09:00,1:30,Kim,A,one,one", "2026-08-03,09:00,1:30,Kim,A,one,two"); // prettier-ignore
  assert.deepEqual(twice.said, [[3, "Description", "two", problem]]);
});

test("the midnight in a spreadsheet's date is ignored beside a column for times", async () => {
  const starts = async (...lines: string[]) =>
    (await readFile(lines.join("\n"))).rows.map(({ startedAt }) => startedAt?.toISOString());
  const timed = await starts("Date;Start;Duration", "07.08.2026 00:00:00;15:30;1:30", "46241;0.395833333;1:30");
  assert.deepEqual(timed, ["2026-08-07T13:30:00.000Z", "2026-08-07T07:30:00.000Z"]);
  assert.deepEqual(await starts("Date;Start;Duration", "07.08.2026 00:00:00;;1:30"), ["2026-08-07T07:00:00.000Z"]);
  assert.deepEqual(await starts("Date;Duration", "07.08.2026 00:00:00;1:30"), ["2026-08-06T22:00:00.000Z"]);
  assert.deepEqual(await starts("Start;Duration", "46241.395833333;1:30"), ["2026-08-07T07:30:00.000Z"]);
});

test("the columns of exports in other languages are guessed", async () => {
  const all = ["person", "project", "task", "startDate", "startTime", "endTime", "duration"] as const;
  const exports = [
    "Utilisateur,Projet,Activité,Date,De,À,Durée",
    "Usuario,Proyecto,Actividad,Fecha,Desde,Hasta,Duración",
    "Utente,Progetto,Attività,Data,Da,A,Durata",
    "Gebruiker,Project,Activiteit,Datum,Van,Tot,Duur",
    "Użytkownik,Projekt,Zadanie,Data,Od,Do,Czas trwania",
    "Usuário,Projeto,Tarefa,Data,Início,Fim,Duração (h)",
    "Användare,Projekt,Uppgift,Datum,Från,Till,Varaktighet",
    "Bruger,Projekt,Opgave,Dato,Fra,Til,Varighed",
    "ユーザー,プロジェクト,タスク,日付,開始,終了,時間",
    "Utilisateur,Projet,Tâche,Date de début,Heure de début,Heure de fin,Durée (h)",
  ];
  for (const names of exports) {
    const { facts, rows } = await readFile(`${names}\nAna,Web,Code,2026-08-03,09:00,10:30,1:30\n`);
    assert.deepEqual(Object.keys(facts.guessedColumns).toSorted(), [...all].toSorted(), names);
    assert.deepEqual(
      [rows[0]?.person.name, rows[0]?.task, rows[0]?.durationSeconds, rows[0]?.doubts],
      ["Ana", "Code", 5400, []],
    );
  }
});

test("of end and duration, one is enough: if the other can't be read, that is a doubt", async () => {
  const placed = async (end: string, duration: string) => {
    const file = `User,Start date,Start time,End time,Duration\nKim,2026-08-03,10:00:00,${end},${duration}\n`;
    return (await readFile(file)).rows.map(({ durationSeconds, doubts: [doubt] }) => [
      durationSeconds,
      doubt?.read,
      doubt?.becomes,
    ]);
  };
  assert.deepEqual(await placed("11:00:00", "an hour or so"), [[3600, "an hour or so", "the time from start to end"]]);
  assert.deepEqual(await placed("ten", "01:00:00"), [[3600, "ten", "the duration"]]);
  assert.deepEqual(await placed("11:00:00", "07:15:00 AM"), [[26_100, "07:15:00 AM", "7:15:00"]]);
  assert.deepEqual(await placed("11:00:00", "60:00 min"), [[3600, undefined, undefined]]);
});

test("in every format, a row with a start and an end survives an unreadable duration", async () => {
  const [start, end] = ["2026-03-02T09:00:00Z", "2026-03-02T10:00:00Z"];
  const zip = (entries: object[]) =>
    zipOf({ "workspace_users.json": "[]", "clients.json": "[]", "time_entries.json": JSON.stringify(entries) });
  const kimai = { begin: start, end, duration: "?h", user: { username: "a" }, activity: { name: "b" } };
  const files: Record<string, Buffer | string> = {
    toggl:
      "User,Email,Start date,Start time,End date,End time,Duration\nA,a@x.de,2026-03-02,10:00,2026-03-02,11:00,?h\n",
    clockify:
      "User,Start Date,Start Time,End Date,End Time,Duration (h),Duration (decimal)\nA,02/25/2026,10:00,02/25/2026,11:00,?h,?h\n",
    harvest: "Date,Hours,First Name,Last Name,Started At,Ended At\n2026-03-02,?h,A,B,10:00am,11:00am\n",
    kimai: "Date,From,To,Duration,User,Customer,Activity\n2026-03-02,10:00,11:00,?h,A,B,C\n",
    "kimai json": JSON.stringify([kimai]),
    "toggl zip": await zip([{ id: 1, start, stop: end, duration: "?h" }]),
    stint: `id,userName,projectName,startedAt,endedAt,durationSeconds\ntime_1,A,Web,${start},${end},?h\n`,
    csv: "Date,Start,End,Duration\n2026-03-02,10:00,11:00,?h\n",
    "csv with instants": `Start,End,Duration\n${start},${end},?h\n`,
  };
  for (const [name, file] of Object.entries(files)) {
    const { facts, rows } = await readFile(file);
    assert.equal(facts.source, name.split(" ", 1)[0]);
    assert.deepEqual([rows.length, rows[0]?.durationSeconds, rows[0]?.leftOut], [1, 3600, undefined], name);
    assert.ok(
      rows[0]?.doubts.every(({ becomes }) => becomes === "the time from start to end"),
      name,
    );
    assert.notEqual(rows[0]?.doubts.length, 0, name);
  }
});

test("Clockify's decimal duration helps where the other one is unreadable or missing", async () => {
  for (const [header, row] of [
    ["User,Start Date,Start Time,Duration (h),Duration (decimal)", "A,02/25/2026,09:00"],
    ["Utilisateur,Date de début,Heure de début,Durée (h),Durée (décimal)", "A,25/02/2026,09:00"],
  ] as const) {
    const { rows, fileDoubts } = await readFile(`${header}\n${row},?h,1.50\n${row},,1.50\n${row},1:30,1.50\n`);
    assert.deepEqual(
      rows.map(({ durationSeconds, doubts }) => [durationSeconds, doubts.map(({ becomes }) => becomes)]),
      [
        [5400, ["1.50"]],
        [5400, []],
        [5400, []],
      ],
    );
    assert.deepEqual(fileDoubts, []);
  }
});
