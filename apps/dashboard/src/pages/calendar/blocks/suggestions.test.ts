import assert from "node:assert/strict";
import { test } from "node:test";
import { modelOf, suggestionsOf } from "./suggestions.ts";

const at = (time: string) => Date.parse(`2026-03-02T${time}:00Z`);
const span = (from: string, to: string) => ({ start: at(from), end: at(to) });
const event = (id: string, from: string, to: string) => ({
  id,
  calendarId: "cal_1",
  title: "Plan",
  startedAt: `2026-03-02T${from}:00Z`,
  endedAt: `2026-03-02T${to}:00Z`,
});

test("an event is suggested until half of its time is tracked, however many entries track it", () => {
  const events = [event("a", "09:00", "10:00")];
  const isShown = (...tracked: { start: number; end: number }[]) => suggestionsOf(events, tracked).length === 1;
  assert.ok(isShown());
  assert.ok(isShown(span("08:00", "09:00"), span("10:00", "11:00")));
  assert.ok(isShown(span("08:00", "09:29")));
  assert.ok(!isShown(span("08:00", "09:30")));
  assert.ok(!isShown(span("09:45", "11:00"), span("08:00", "09:15")));
  // Entries that overlap each other count once.
  assert.ok(isShown(span("09:00", "09:20"), span("09:10", "09:25")));
});

test("an event is added like the latest entry of the same title in an open project, else like the latest of all", () => {
  const entries = [
    { description: "Support", projectId: "p1" },
    { description: "Plan", projectId: "archived" },
    { description: "Plan", projectId: "p2" },
  ];
  const isOpen = (projectId: string) => projectId !== "archived";
  assert.deepEqual(modelOf(entries, "Plan", isOpen), { alike: entries[2], last: entries[0] });
  assert.deepEqual(modelOf(entries, "Review", isOpen), { alike: undefined, last: entries[0] });
  assert.deepEqual(modelOf([{ description: "", projectId: "p1" }], "", isOpen).alike, undefined);
  assert.deepEqual(modelOf([], "Plan", isOpen), { alike: undefined, last: undefined });
});
