import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import ICAL from "ical.js";
import { type CalendarEvent, calendarEnd, escapeText, fold, writeEvent, writeHead } from "./write-calendar.ts";

const event: CalendarEvent = {
  uid: "time_1",
  sequence: 3,
  startsAtMs: Date.parse("2026-03-29T00:30:00.500Z"),
  seconds: 3600,
  createdAtMs: Date.parse("2026-03-29T02:00:00Z"),
  modifiedAtMs: Date.parse("2026-03-30T08:00:00.999Z"),
  isCancelled: false,
  summary: "Wireframes",
  description: "",
  categories: [],
};

function calendarOf(...events: CalendarEvent[]): string {
  return writeHead({ name: "Stint", description: undefined }) + events.map(writeEvent).join("") + calendarEnd;
}

function firstEvent(text: string) {
  const found = new ICAL.Component(ICAL.parse(text) as never).getFirstSubcomponent("vevent");
  assert.ok(found);
  return found;
}

test("an event has its times in UTC, to the second", () => {
  assert.equal(
    writeEvent(event),
    [
      "BEGIN:VEVENT",
      "UID:time_1",
      "DTSTAMP:20260330T080000Z",
      "DTSTART:20260329T003000Z",
      "DTEND:20260329T013000Z",
      "CREATED:20260329T020000Z",
      "LAST-MODIFIED:20260330T080000Z",
      "SEQUENCE:3",
      "STATUS:CONFIRMED",
      "TRANSP:TRANSPARENT",
      "SUMMARY:Wireframes",
      "END:VEVENT",
      "",
    ].join("\r\n"),
  );
  assert.doesNotMatch(writeEvent({ ...event, seconds: 0 }), /DTEND/);
  assert.match(writeEvent({ ...event, isCancelled: true }), /STATUS:CANCELLED\r\n/);
});

test("text is escaped, and nothing in it can begin a line", () => {
  assert.equal(escapeText("a, b; c\\d: e"), "a\\, b\\; c\\\\d: e");
  assert.equal(escapeText("1\n2\r\n3\r4\u20285\u00856"), "1\\n2\\n3\\n4\\n5\\n6");
  assert.equal(escapeText("\u0000\u0007bell\ttab\u007f"), "bell\ttab");
  const evil = "x\r\nEND:VEVENT\r\nATTACH:https://evil.example";
  const text = calendarOf({ ...event, summary: evil, description: evil, categories: [evil] });
  assert.equal(text.match(/^END:VEVENT/gm)?.length, 1);
  assert.doesNotMatch(text, /^ATTACH/m);
});

test("lines have at most 75 octets and are never cut within a character", () => {
  assert.equal(fold("a".repeat(75)), "a".repeat(75));
  assert.equal(fold("a".repeat(76)), `${"a".repeat(75)}\r\n a`);
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => {
      const line = `SUMMARY:${escapeText(text.toWellFormed())}`;
      const parts = fold(line).split("\r\n");
      for (const part of parts) {
        assert.ok(Buffer.byteLength(part) <= 75);
        assert.ok(part.isWellFormed());
      }
      assert.equal(parts.map((part, index) => (index === 0 ? part : part.slice(1))).join(""), line);
    }),
  );
});

test("an independent parser reads every text back", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 300 }), fc.array(fc.string()), (text, tags) => {
      // Readers should get the text back with every line break as `\n` and without control characters.
      const plain = (given: string) =>
        given.replaceAll(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/g, "\n").replaceAll(/[^\P{Cc}\t\n]/gu, "");
      const found = firstEvent(
        calendarOf({
          ...event,
          summary: `!${text}`,
          description: `!${text}`,
          categories: tags.map((tag) => `!${tag}`),
        }),
      );
      assert.equal(found.getFirstPropertyValue("summary"), plain(`!${text}`));
      assert.equal(found.getFirstPropertyValue("description"), plain(`!${text}`));
      assert.deepEqual(
        found.getAllProperties("categories").map((property) => property.getFirstValue()),
        tags.map((tag) => plain(`!${tag}`)),
      );
    }),
  );
});
