import assert from "node:assert/strict";
import { test } from "node:test";
import { parseDayLine } from "./parse-day-line.ts";
import { placeItems } from "./place-items.ts";
import { readUnknownTask } from "./read-unknown-task.ts";

const project = { id: "p", name: "Website", clientId: null, status: "active" };
const task = { id: "t", name: "General", status: "open" };

/** Returns the starts and lengths of the items of a line that is typed in Berlin. */
function place(line: string): string[] {
  return placeItems(parseDayLine(line, "2026-12-01"), {
    projects: [project],
    clients: [],
    tasksOf: () => [task],
    usual: { projectId: project.id },
    zone: "Europe/Berlin",
    endOfDay: () => undefined,
    today: "2026-12-01",
    nowMs: Date.parse("2026-12-01T15:57:20Z"),
  }).map(({ entry, missing }) => missing ?? `${entry?.startedAt.slice(0, 16)} ${(entry?.durationSeconds ?? 0) / 60}m`);
}

const examples: Record<string, string[]> = {
  "2026-11-20 9-10:30 a, 45m b": ["2026-11-20T08:00 90m", "2026-11-20T09:30 45m"],
  "2026-11-20 22-6 a": ["2026-11-20T21:00 480m"],
  // In Berlin, clocks go forward on 29 March at 2:00 and back on 25 October at 3:00.
  "2026-03-28 22-6 a": ["2026-03-28T21:00 420m"],
  "2026-03-29 1-4 a, 1h b": ["2026-03-29T00:00 120m", "2026-03-29T02:00 60m"],
  "2026-10-24 22-6 a": ["2026-10-24T20:00 540m"],
  // A clock change does not affect a typed length.
  "2026-03-28 22:00 8h a": ["2026-03-28T21:00 480m"],
  // Clocks skip 2:30, so it is not a time. 2:00 is the instant of the change.
  "2026-03-29 2:30-3 a": ["skipped"],
  "2026-03-29 2:30 1h a, 4-5 b": ["skipped", "2026-03-29T02:00 60m"],
  "2026-03-28 22-2:30 a": ["skipped"],
  "2026-03-28 22-2 a": ["2026-03-28T21:00 240m"],
  // Clocks show 2:00 to 3:00 twice. A range is as long as its clock times say; otherwise the earlier time is meant.
  "2026-10-25 2:30-3:30 a": ["2026-10-25T01:30 60m"],
  "2026-10-25 1:30-2:30 a": ["2026-10-24T23:30 60m"],
  "2026-10-25 2:10-2:50 a": ["2026-10-25T00:10 40m"],
  "2026-10-25 2:30 1h a, 1h b": ["2026-10-25T00:30 60m", "2026-10-25T01:30 60m"],
  // An offset names the time, and of a range both.
  "2026-10-25 2:30 UTC+1 1h a, 2:30-2:45 gmt+2 b": ["2026-10-25T01:30 60m", "2026-10-25T00:30 15m"],
  "2026-10-25 2:40 UTC+2-2:10 UTC+1 a": ["2026-10-25T00:40 30m"],
  "2026-11-20 9 UTC-5 - 10:30 UTC-5 a": ["2026-11-20T14:00 90m"],
  "2026-10-25 1-4 a": ["2026-10-24T23:00 240m"],
};

for (const [line, expected] of Object.entries(examples))
  test(`“${line}”`, () => assert.deepEqual(place(line), expected));

test("items without a start are not placed on a day whose last end is unknown", () => {
  const placed = placeItems(parseDayLine("2026-11-20 1h a, 30m b, 14-15 c, 30m d", "2026-12-01"), {
    projects: [project],
    clients: [],
    tasksOf: () => [task],
    usual: { projectId: project.id },
    zone: "Europe/Berlin",
    endOfDay: () => "unknown",
    today: "2026-12-01",
    nowMs: Date.parse("2026-12-01T15:57:20Z"),
  });
  assert.deepEqual(
    placed.map(({ entry, missing }) => missing ?? entry?.startedAt.slice(11, 16)),
    ["start", "start", "13:00", "14:00"],
  );
});

test("a name means an open task, not one that is done", () => {
  const done = { id: "done", name: "Design", status: "done" };
  const open = { id: "open", name: "Design 2", status: "open" };
  const places = ["9-10 @design", "9-10 @website/design"].map((line) => {
    const [placed] = placeItems(parseDayLine(line, "2026-12-01"), {
      projects: [project],
      clients: [],
      tasksOf: () => [done, open],
      usual: undefined,
      zone: "Europe/Berlin",
      endOfDay: () => undefined,
      today: "2026-12-01",
      nowMs: Date.parse("2026-12-01T15:57:20Z"),
    });
    return placed?.entry?.taskId;
  });
  assert.deepEqual(places, ["open", "open"]);
});

const clinic = { id: "linden", name: "Linden Clinic" };
const shops = [
  project,
  { id: "booking", name: "Patient booking", clientId: "linden", status: "active" },
  { id: "acme", name: "Acme", clientId: null, status: "active" },
  { id: "shop", name: "Acme Shop", clientId: null, status: "active" },
  { id: "portal", name: "Portal", clientId: "linden", status: "active" },
];
const design = { id: "design", name: "Design", status: "open" };

/** Returns the project, task and description of each item of a line, or what is missing. */
function named(line: string, endOfDay?: number): string[] {
  return placeItems(parseDayLine(line, "2026-12-01"), {
    projects: shops,
    clients: [clinic],
    tasksOf: (id) => (id === "booking" ? [task, design] : []),
    usual: { projectId: project.id },
    zone: "Europe/Berlin",
    endOfDay: () => endOfDay,
    today: "2026-12-01",
    nowMs: Date.parse("2026-12-01T15:57:20Z"),
  }).map(({ item, inherited, entry, missing }) =>
    missing === undefined
      ? [entry?.projectId, entry?.taskId, entry?.description].filter((part) => part !== "").join(" | ")
      : `${missing} ${item.project ?? inherited ?? ""}`.trim(),
  );
}

const names: Record<string, string[]> = {
  "9-10 @Acme Shop checkout icons": ["shop | checkout icons"],
  "9-10 @Acme checkout icons": ["acme | checkout icons"],
  "9-10 checkout @acme shop": ["shop | checkout"],
  "9-10 checkout @acme-shop icons": ["shop | checkout icons"],
  '9-10 @"Acme" Shop icons': ["acme | Shop icons"],
  "9-10 @Acme Shop, icons": ["shop | icons"],
  // Punctuation and tags end a name.
  "9-10 @Acme, shop icons": ["acme | shop icons"],
  "9-10 @Acme: shop icons": ["acme | shop icons"],
  "9-10 @Acme - shop icons": ["acme | shop icons"],
  "9-10 @Acme #x shop icons": ["acme | shop icons"],
  "9-10 a @Acme shop #x icons": ["shop | a icons"],
  "9-10 a @Linden clinic #x portal": ["booking | t | a portal"],
  // A client without a slash is written whole.
  '9-10 @"Linden Clinic Portal" login': ["portal | login"],
  '9-10 @"den port" login': ["knownProject den port"],
  "9-10 @den/port login": ["portal | login"],
  "9-10 @Patient booking/Design flow of a booking": ["booking | design | flow of a booking"],
  '9-10 @"Patient booking"/Design flow': ["booking | design | flow"],
  '9-10 @"Patient booking/Design" flow': ["booking | design | flow"],
  "9-10 @patient-booking/des flow": ["booking | design | flow"],
  "9-10 @Patient flow": ["booking | t | flow"],
  "9-10 @Linden Clinic/Portal login": ["portal | login"],
  "9-10 @Linden Clinic Portal login": ["portal | login"],
  "9-10 @Linden Clinic call": ["booking | t | call"],
  // Items without a project are for the previous item's, even if it is unknown.
  "9-10 @patient/design a, 10-11 b, 11-12 @acme c, 12-13 d": [
    "booking | design | a",
    "booking | design | b",
    "acme | c",
    "acme | d",
  ],
  "9-10 a, 10-11 @nope b, 11-12 c, 12-13 Portal d": ["p | a", "knownProject nope", "knownProject nope", "portal | d"],
  "@acme a\n9-10 b": ["time acme", "acme | b"],
  // Text without a time belongs to the item before it.
  "9-10 a, b and c @acme #x, #y": ["acme | a, b and c"],
};

for (const [line, expected] of Object.entries(names)) test(`“${line}”`, () => assert.deepEqual(named(line), expected));

test("an unknown name with a slash is that of a task to create, if one active project is before it", () => {
  const all = [...shops, { id: "old", name: "Old", clientId: null, status: "archived" }];
  const read = (typed: string) => {
    const unknown = readUnknownTask(typed, all);
    return unknown && [unknown.project.id, unknown.task];
  };
  assert.deepEqual(named("9-10 @website/draft a"), ["knownProject website/draft"]);
  assert.deepEqual(read("website/draft"), ["p", "draft"]);
  assert.deepEqual(read("Patient booking/Draft of a letter"), ["booking", "Draft of a letter"]);
  assert.deepEqual(read("acme/A/B test"), ["acme", "A/B test"]);
  for (const typed of ["nope", "nope/draft", "Old/draft", "website draft", "website/", "a/draft"])
    assert.equal(read(typed), undefined, typed);
});

test("items without a start end by now on today, and follow the last entry on other days", () => {
  const starts = (line: string, end?: string) =>
    placeItems(parseDayLine(line, "2026-12-01"), {
      projects: [project],
      clients: [],
      tasksOf: () => [task],
      usual: { projectId: project.id },
      zone: "Europe/Berlin",
      endOfDay: () => (end === undefined ? undefined : Date.parse(end)),
      today: "2026-12-01",
      // 16:57 in Berlin.
      nowMs: Date.parse("2026-12-01T15:57:20Z"),
    }).map(({ entry }) => entry?.startedAt.slice(0, 16));
  assert.deepEqual(starts("45m a", "2026-12-01T15:43:00Z"), ["2026-12-01T15:12"]);
  assert.deepEqual(starts("45m a", "2026-12-01T14:00:00Z"), ["2026-12-01T14:00"]);
  assert.deepEqual(starts("45m a", "2026-12-01T18:00:00Z"), ["2026-12-01T15:12"]);
  assert.deepEqual(starts("1h a, 30m b"), ["2026-12-01T08:00", "2026-12-01T09:00"]);
  assert.deepEqual(starts("1h a, 30m b", "2026-12-01T15:43:00Z"), ["2026-12-01T14:27", "2026-12-01T15:27"]);
  assert.deepEqual(starts("17-18 a, 45m b"), ["2026-12-01T16:00", "2026-12-01T17:00"]);
  assert.deepEqual(starts("2026-12-02 45m a"), ["2026-12-02T08:00"]);
});

test("an item without a task gets the one that was used last in its project", () => {
  const tasks = ["Design", "Research"].map((name) => ({ id: name, name, status: "open" }));
  const entriesOf = (line: string, more: Partial<Parameters<typeof placeItems>[1]> = {}) =>
    placeItems(parseDayLine(line, "2026-12-01"), {
      projects: [project, { ...project, id: "q", name: "Webshop" }],
      clients: [],
      tasksOf: (id) => (id === project.id ? tasks : [task]),
      usual: undefined,
      zone: "Europe/Berlin",
      endOfDay: () => undefined,
      today: "2026-12-01",
      nowMs: Date.parse("2026-12-01T15:57:20Z"),
      ...more,
    }).map(({ entry, places }) => [entry?.taskId, places.map((place) => place.task?.name ?? place.project.name)]);
  const lastTaskIn = () => "Research";
  assert.deepEqual(entriesOf("9-10 @website a, 1h @webshop b", { lastTaskIn }), [
    ["Research", ["Website"]],
    ["t", ["Webshop"]],
  ]);
  assert.deepEqual(entriesOf("9-10 @website/design a, 1h @website b", { lastTaskIn })[1], ["Design", ["Website"]]);
  // Without a last task, and if a name fits several projects equally well, the first is chosen and the others are told.
  assert.deepEqual(entriesOf("9-10 @website a"), [["Design", ["Design", "Research"]]]);
  assert.deepEqual(entriesOf("9-10 @web a"), [["t", ["Webshop", "Website"]]]);
  const preferred = new Set(["p", "Research"]);
  assert.deepEqual(entriesOf("9-10 @web a", { preferred }), [["Research", ["Website"]]]);
});
