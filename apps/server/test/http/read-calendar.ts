import assert from "node:assert/strict";
import ICAL from "ical.js";
import type { Answer, TestApp } from "#test/worlds/test-app.ts";

export interface ReadEvent {
  uid: string;
  start: string;
  /** Undefined if the event has no duration. */
  end: string | undefined;
  sequence: number;
  modified: string;
  status: string;
  summary: string;
  description: string | undefined;
  categories: string[];
}

/** Parses the events in a reply with an independent parser, and returns them latest first. */
export function readCalendar({ status, text, headers }: Pick<Answer, "status" | "text" | "headers">): ReadEvent[] {
  assert.equal(status, 200, text);
  assert.equal(headers["content-type"], "text/calendar; charset=utf-8");
  assert.ok(text.endsWith("END:VCALENDAR\r\n"));
  for (const line of text.split("\r\n")) {
    assert.ok(Buffer.byteLength(line) <= 75, line);
    assert.doesNotMatch(line, /[\r\n]/);
  }
  const calendar = new ICAL.Component(ICAL.parse(text) as never);
  assert.equal(calendar.getFirstPropertyValue("version"), "2.0");
  return calendar.getAllSubcomponents("vevent").map((event) => {
    const value = (name: string) => event.getFirstPropertyValue(name)?.toString();
    for (const name of ["dtstamp", "dtstart", "dtend", "last-modified", "created"])
      assert.match(value(name) ?? "Z", /Z$/, name);
    return {
      uid: value("uid") ?? "",
      start: value("dtstart") ?? "",
      end: value("dtend"),
      sequence: Number(value("sequence")),
      modified: value("last-modified") ?? "",
      status: value("status") ?? "",
      summary: value("summary") ?? "",
      description: value("description"),
      categories: event.getAllProperties("categories").map((property) => String(property.getFirstValue())),
    };
  });
}

/** Reads a feed without an API key. */
export function readPath(world: TestApp, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return world.anonymous.send("GET", path, undefined, { headers });
}
