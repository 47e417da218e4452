import assert from "node:assert/strict";
import { test } from "node:test";
import {
  formatInstant,
  isDate,
  isTimeZone,
  parseInstant,
  queryInstant,
  readInstant,
  startOfDayMs,
  systemZone,
} from "./time.ts";

test("an instant is returned in UTC, with milliseconds only if there are any", () => {
  const examples = [
    ["2026-03-01T09:00:00Z", "2026-03-01T09:00:00Z"],
    ["2026-03-01T09:00:00.000Z", "2026-03-01T09:00:00Z"],
    ["2026-03-01T09:00:00.5Z", "2026-03-01T09:00:00.500Z"],
    ["2026-03-01T09:00:00.123Z", "2026-03-01T09:00:00.123Z"],
    ["2026-03-01T09:00:00.123999999Z", "2026-03-01T09:00:00.123Z"],
    ["2026-03-01T09:00Z", "2026-03-01T09:00:00Z"],
    ["2026-03-01t09:00:00z", "2026-03-01T09:00:00Z"],
    ["2026-03-01T09:00:00+02:00", "2026-03-01T07:00:00Z"],
    ["2026-03-01T01:00:00+05:45", "2026-02-28T19:15:00Z"],
    ["2026-03-01T23:30:00-00:30", "2026-03-02T00:00:00Z"],
    ["2024-02-29T00:00:00Z", "2024-02-29T00:00:00Z"],
    ["2000-02-29T00:00:00Z", "2000-02-29T00:00:00Z"],
    ["1970-01-01T00:00:00Z", "1970-01-01T00:00:00Z"],
    ["1969-12-31T23:00:00-01:00", "1970-01-01T00:00:00Z"],
    ["2199-12-31T23:59:59.999Z", "2199-12-31T23:59:59.999Z"],
    ["2200-01-01T00:59:59+01:00", "2199-12-31T23:59:59Z"],
  ] as const;
  for (const [given, expected] of examples) {
    const ms = parseInstant(given);
    assert.equal(ms === undefined ? undefined : formatInstant(ms), expected, given);
  }
});

const otherForms = {
  "2026-03-19T23:57:00.000+0100": "2026-03-19T22:57:00Z",
  "2026-03-19T23:57:00+01": "2026-03-19T22:57:00Z",
  "2026-03-19T23:57-0330": "2026-03-20T03:27:00Z",
  "2026-03-19 23:57:00+01:00": "2026-03-19T22:57:00Z",
  "2026-03-19T23:57:00,25z": "2026-03-19T23:57:00.250Z",
  "2026-03-19T24:00:00+01:00": "2026-03-19T23:00:00Z",
};

test("callers may write an instant in other forms of ISO 8601, which the service itself doesn't write", () => {
  for (const [given, expected] of Object.entries(otherForms)) {
    assert.equal(formatInstant(readInstant(given) ?? 0), expected, given);
    assert.equal(readInstant(queryInstant(given.replace("+", " "))), readInstant(given), given);
    assert.equal(parseInstant(given), undefined, given);
  }
});

test("anything but an instant of 1970–2199 with an offset is refused", () => {
  const examples = [
    "",
    "now",
    "1772355600",
    "2026-03-01",
    "2026-03-01T09:00:00",
    "2026-03-01T09:00:00 Z",
    " 2026-03-01T09:00:00Z",
    "2026-03-01T09:00:00Z\n",
    "2026-3-1T09:00:00Z",
    "20260301T090000Z",
    "2026-W10-1T09:00:00Z",
    "2026-060T09:00:00Z",
    "+002026-03-01T09:00:00Z",
    "2026-02-29T00:00:00Z",
    "2026-02-30T00:00:00Z",
    "1900-02-29T00:00:00Z",
    "2026-04-31T00:00:00Z",
    "2026-00-10T00:00:00Z",
    "2026-13-01T00:00:00Z",
    "2026-03-00T00:00:00Z",
    "2026-03-01T09:60:00Z",
    "2016-12-31T23:59:60Z",
    "2026-03-01T09:00:00.Z",
    "2026-03-01T09:00:00.1234567890Z",
    "2026-03-01T09:00:00+24:00",
    "2026-03-01T09:00:00+02:60",
    "1969-12-31T23:59:59.999Z",
    "1970-01-01T00:00:00+00:01",
    "2200-01-01T00:00:00Z",
    "2199-12-31T23:59:59-00:01",
    "9999-12-31T23:59:59Z",
    "٢٠٢٦-03-01T09:00:00Z",
  ];
  for (const text of [...examples, "2026-03-01T24:00:01Z", "2026-03-01T09:00:00+1", "2026-03-01T09:00:00 UTC"])
    assert.equal(readInstant(text), undefined, text);
});

test("the years 0 to 99 are not mistaken for those of the last century", () => {
  for (const text of ["0070-01-01T00:00:00Z", "0099-12-31T00:00:00Z"]) {
    assert.equal(parseInstant(text), undefined, text);
    assert.equal(isDate(text.slice(0, 10)), false, text);
  }
});

test("a date is a day that exists, 1970–2199", () => {
  for (const text of ["1970-01-01", "2024-02-29", "2199-12-31", "2011-12-30"]) assert.equal(isDate(text), true, text);
  const refused = ["", "2026-02-29", "2026-2-1", "1969-12-31", "2200-01-01", "2026-03-01T00:00:00Z", "01.03.2026"];
  for (const text of refused) assert.equal(isDate(text), false, text);
});

test("a time zone is a name of the IANA database, not an offset", () => {
  const known = ["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "Asia/Calcutta", "Etc/GMT+12", "EST5EDT"];
  for (const name of known) assert.equal(isTimeZone(name), true, name);
  const refused = ["", "Z", "+02:00", "02:00", "Europe/Atlantis", "Berlin", "Europe/Berlin ", "../etc/passwd", "UTC\0"];
  for (const name of refused) assert.equal(isTimeZone(name), false, name);
});

test("a machine without a zone that exists is in UTC", (t) => {
  const before = process.env["TZ"];
  t.after(() => (before === undefined ? delete process.env["TZ"] : (process.env["TZ"] = before)));
  for (const [given, zone] of [
    ["", "UTC"],
    ["Factory", "UTC"],
    ["Nonsense", "UTC"],
    ["Asia/Kolkata", "Asia/Kolkata"],
  ] as const) {
    process.env["TZ"] = given;
    assert.equal(systemZone().replace("Calcutta", "Kolkata"), zone, given);
  }
});

test("a day begins when it begins in its zone, and has 23, 24 or 25 hours", () => {
  const start = (day: string, zone: string, plus = 0) => formatInstant(startOfDayMs(day, zone, plus));
  const hours = (day: string, zone: string) => (startOfDayMs(day, zone, 1) - startOfDayMs(day, zone)) / 3_600_000;
  assert.equal(start("2026-03-29", "Europe/Berlin"), "2026-03-28T23:00:00Z");
  assert.equal(hours("2026-03-29", "Europe/Berlin"), 23);
  assert.equal(hours("2026-10-25", "Europe/Berlin"), 25);
  assert.equal(hours("2026-10-26", "Europe/Berlin"), 24);
  assert.equal(hours("2026-04-05", "Australia/Lord_Howe"), 24.5);
  assert.equal(hours("2026-10-04", "Australia/Lord_Howe"), 23.5);
  // The clock was put forward at midnight, so this day began at one.
  assert.equal(start("2018-11-04", "America/Sao_Paulo"), "2018-11-04T03:00:00Z");
  assert.equal(hours("2018-11-04", "America/Sao_Paulo"), 23);
  // Apia crossed the date line and skipped a whole day.
  assert.equal(start("2011-12-29", "Pacific/Apia"), "2011-12-29T10:00:00Z");
  assert.equal(start("2011-12-31", "Pacific/Apia"), "2011-12-30T10:00:00Z");
  assert.equal(hours("2011-12-30", "Pacific/Apia"), 0);
  assert.equal(start("2026-01-31", "Pacific/Kiritimati", 1), "2026-01-31T10:00:00Z");
  assert.equal(start("2026-01-31", "Pacific/Niue", 1), "2026-02-01T11:00:00Z");
});
