import assert from "node:assert/strict";
import { test } from "node:test";
import type { Organization, TimeEntry } from "@stint/sdk";
import { parseDayLine } from "@stint/grammar/parse-day-line.ts";
import { placeItems } from "@stint/grammar/place-items.ts";
import { freeTimes, isFixable, judgeLines } from "./judge-lines.ts";
import { restOfLine } from "./rest-of-line.ts";

const zone = "Europe/Berlin";
const today = "2026-11-27";
const now = Date.parse("2026-11-27T16:00:00Z");
const off: Organization["entryRules"] = {
  requireDescription: false,
  requireTag: false,
  overlaps: "allow",
  latestDays: null,
  longestTimerSeconds: null,
};
const projects = [
  ...["Website", "Patient booking"].map((name) => ({ id: name, name, clientId: null, status: "active" })),
  { id: "acme", name: "Website", clientId: "acme", status: "active" },
];
const names = {
  projects,
  clients: [{ id: "acme", name: "Acme" }],
  tasksOf: (id: string) => ["General", "Design"].map((name) => ({ id: `${id} ${name}`, name, status: "open" })),
};
/** From 8:00 to 9:30. */
const stored = { startedAt: "2026-11-27T07:00:00Z", durationSeconds: 5400, locked: false } as TimeEntry;

const general = { projectId: "Website", taskId: "Website General" };

function place(typed: string, usual = general) {
  return placeItems(parseDayLine(typed, today), {
    ...names,
    usual,
    zone,
    endOfDay: () => undefined,
    today,
    nowMs: now,
  });
}

function judge(
  typed: string,
  rules: Partial<Organization["entryRules"]>,
  more: Partial<Parameters<typeof judgeLines>[1]> = {},
) {
  const organization = { entryRules: { ...off, ...rules }, lockDate: "2026-11-02", timeZone: zone };
  const facts = { organization, timesheets: [], entries: [stored], now, canExcuse: false, isAgreed: () => false };
  return judgeLines(place(typed), { ...facts, ...more });
}

const obstacles = (...given: Parameters<typeof judge>) => judge(...given).map((line) => line.obstacles.join(" "));

test("a button mends an unknown name only for people who may create projects", () => {
  const [line] = judge("10-11 @nope", {});
  assert.ok(line?.missing === "knownProject" && isFixable(line, zone, true) && !isFixable(line, zone));
});

test("rules are judged line by line, and only those that are on", () => {
  assert.deepEqual(obstacles("10-11\n11-12 a #x\n12-13 b", { requireDescription: true, requireTag: true }), [
    "requireDescription requireTag",
    "",
    "requireTag",
  ]);
  assert.deepEqual(obstacles("10-11", {}), [""]);
});

test("overlaps count against later lines, but refused lines count against none", () => {
  const typed = "9-10 a\n10-11 b\n10:30-11:30 c\n9:30-10 d\n11-11:15 e";
  assert.deepEqual(obstacles(typed, { overlaps: "refuse" }), ["overlaps", "", "overlaps", "", ""]);
  const [first] = judge(typed, { overlaps: "refuse" });
  assert.equal(first?.overlap?.to, Date.parse("2026-11-27T08:30:00Z"));
  // A timer's entry need not end at a whole minute, but typed times do.
  const entries = [{ ...stored, durationSeconds: 5445 }];
  assert.equal(judge(typed, {}, { entries })[0]?.overlap?.to, Date.parse("2026-11-27T08:31:00Z"));
  const allowed = judge(typed, {});
  assert.deepEqual(
    allowed.map((line) => [line.obstacles.length, line.overlap !== undefined]),
    [
      [0, true],
      [0, false],
      [0, true],
      [0, true],
      [0, true],
    ],
  );
});

test("a line is free before and after the entries that it overlaps, if a minute is left", () => {
  const free = (typed: string, entries = [stored]) =>
    judge(typed, {}, { entries }).map((line) => freeTimes(line, zone).map(spanOf));
  const spanOf = ({ from, to }: { from: number; to: number }) => `${clockOf(from)}-${clockOf(to)}`;
  // The stored entry lasts from 8:00 to 9:30.
  assert.deepEqual(free("7-8:30 a"), [["7:00-8:00"]]);
  assert.deepEqual(free("9-10 a"), [["9:30-10:00"]]);
  assert.deepEqual(free("7-10 a"), [["7:00-8:00", "9:30-10:00"]]);
  assert.deepEqual(free("8-9:30 a\n10-11 b"), [[], []]);
  // What is left after midnight is on another day.
  assert.deepEqual(free("23-1 a\n22-2 b"), [[], ["22:00-23:00"]]);
  // Clocks show 2:15 and 2:30 twice on this day.
  const repeated = { ...stored, startedAt: "2026-10-25T00:15:00Z", durationSeconds: 900 };
  assert.deepEqual(free("2026-10-25 1-5 a", [repeated]), [[]]);
});

test("the entry before can end where the line begins, unless it is locked, ends later, or is not all", () => {
  const earlier = (typed: string, entries = [stored]) => judge(typed, {}, { entries }).map((line) => line.earlier);
  assert.deepEqual(earlier("9-10 a\n8:30-9:30 b"), [stored, undefined]);
  assert.deepEqual(earlier("8:30-9:30 b"), [stored]);
  assert.deepEqual(earlier("7-8:30 a\n8-10 b\n8:30-9 c"), [undefined, undefined, undefined]);
  assert.deepEqual(earlier("9-10 a", [{ ...stored, locked: true }]), [undefined]);
  assert.deepEqual(earlier("9-10 a", [stored, { ...stored, startedAt: "2026-11-27T08:30:00Z" }]), [undefined]);
});

test("locked days, closed timesheets, late and very long lines are refused", () => {
  const timesheets = [{ startsAt: "2026-11-15T23:00:00Z", endsAt: "2026-11-22T23:00:00Z" }];
  const typed = "2026-11-01 9-10 a\n2026-11-16 9-10 b\n2026-11-22 9-10 c\n2026-11-23 9-10 d\n2026-11-27 10-9:59 e";
  assert.deepEqual(obstacles(typed, { latestDays: 4 }, { timesheets }), [
    "lockDate latestDays",
    "timesheet latestDays",
    "timesheet latestDays",
    "",
    "long",
  ]);
  assert.deepEqual(obstacles(typed, { latestDays: 4 }, { timesheets, canExcuse: true, isAgreed: () => true }), [
    "lockDate",
    "timesheet",
    "timesheet",
    "",
    "",
  ]);
});

const clockOf = (ms: number) => {
  const at = new Date(ms + 3_600_000);
  return `${at.getUTCHours()}:${String(at.getUTCMinutes()).padStart(2, "0")}`;
};

/** The text of the field if none of the lines is added. */
function rest(typed: string, given: { place: { projectId: string } | undefined; usual?: typeof general }) {
  const context = { ...names, first: today, usual: undefined, place: given.place, clockOf };
  return place(typed, given.usual).map((line) => restOfLine(line, line.entry, context));
}

test("a line that stays names the day, the start and the project that it had", () => {
  const examples = [
    "yesterday 9-10 @Patient booking a\n45m b #x\nmon 1h c",
    "9-10 a\n1h b\njust words",
    "9-10 @nope a, 30m b",
  ];
  const kept = examples.map((typed) => rest(typed, { place: general }));
  assert.deepEqual(kept, [
    [
      "yesterday 9-10 @Patient booking a",
      '2026-11-26 10:00 45m b #x @"Patient booking/General"',
      'mon 9:00 1h c @"Patient booking/General"',
    ],
    ["9-10 a", "10:00 1h b", "just words"],
    ["9-10 @nope a", "10:00 30m b @nope"],
  ]);
  const read = (typed: string) => place(typed).map(({ entry, missing }) => entry ?? missing);
  assert.deepEqual(
    kept.map((lines) => lines.flatMap(read)),
    examples.map(read),
  );
});

test("a line that stays keeps its task and, without a set place, its project", () => {
  const stays = (typed: string, usual: typeof general, place?: typeof general) => rest(typed, { place, usual }).at(-1);
  assert.equal(stays("9-10 @patient-booking/design a\n10-11 b", general), '10-11 b @"Patient booking/Design"');
  assert.equal(stays("9-10 @acme/website a\n10-11 b", general), "10-11 b @Acme/Website");
  assert.equal(stays("9-10 a", general), "9-10 a @Website/General");
  assert.equal(stays("9-10 a", { projectId: "acme", taskId: "acme General" }), "9-10 a @Acme/Website");
  assert.equal(stays("9-10 a", { projectId: "Website", taskId: "Website Design" }), "9-10 a @Website/Design");
  assert.equal(stays("9-10 a", general, general), "9-10 a");
  assert.equal(stays("9-10 website a", general), "9-10 website a");
});
