import assert from "node:assert/strict";
import { test } from "node:test";
import { type BackupTime, lastSlot, listSuperfluous, parseBackupKeep, parseBackupTime } from "./schedule.ts";

function at(text: string): BackupTime {
  const time = parseBackupTime(text);
  assert.ok(time !== undefined, text);
  return time;
}

test("a time of day is read with or without its zone, and nothing else", () => {
  assert.equal(at("03:00").timeZone, Temporal.Now.timeZoneId());
  assert.deepEqual([at("23:59 Asia/Kathmandu").timeZone, at("00:00 UTC").time], ["Asia/Kathmandu", "00:00"]);
  for (const text of [
    "",
    "3:00",
    "24:00",
    "03:60",
    "03:00 Mars/Olympus",
    "03:00 Europe/Berlin x",
    "at 03:00",
    "03:00:00",
  ])
    assert.equal(parseBackupTime(text), undefined, text);
});

test("the retention rules are read in any order, and must keep something", () => {
  assert.deepEqual(parseBackupKeep("7d,4w,12m"), { days: 7, weeks: 4, months: 12 });
  assert.deepEqual(parseBackupKeep("12m, 1d"), { days: 1, weeks: 0, months: 12 });
  for (const text of ["", "7", "0d", "7d,7d", "7d,", "7y", "-1d", "99999d"])
    assert.equal(parseBackupKeep(text), undefined, text);
});

const slots: [time: string, now: string, slot: string][] = [
  ["03:00 UTC", "2026-03-10T03:00:00Z", "2026-03-10T03:00:00.000Z"],
  ["03:00 UTC", "2026-03-10T02:59:59.999Z", "2026-03-09T03:00:00.000Z"],
  ["03:00 Europe/Berlin", "2026-07-10T12:00:00Z", "2026-07-10T01:00:00.000Z"],
  // 02:30 does not exist on that day, so the slot is at 03:30, as long after midnight as 02:30 usually is.
  ["02:30 Europe/Berlin", "2026-03-29T01:29:00Z", "2026-03-28T01:30:00.000Z"],
  ["02:30 Europe/Berlin", "2026-03-29T01:30:00Z", "2026-03-29T01:30:00.000Z"],
  // 02:30 occurs twice on that day: only the first is a slot.
  ["02:30 Europe/Berlin", "2026-10-25T00:30:00Z", "2026-10-25T00:30:00.000Z"],
  ["02:30 Europe/Berlin", "2026-10-25T01:30:00Z", "2026-10-25T00:30:00.000Z"],
  // The local date may differ from the date in UTC.
  ["00:30 Pacific/Kiritimati", "2026-03-10T12:00:00Z", "2026-03-10T10:30:00.000Z"],
  ["23:00 America/New_York", "2026-03-10T02:00:00Z", "2026-03-09T03:00:00.000Z"],
  // Samoa skipped that day.
  ["03:00 Pacific/Apia", "2011-12-30T12:00:00Z", "2011-12-29T13:00:00.000Z"],
];

test("the last scheduled instant follows the zone's rules", () => {
  for (const [time, now, slot] of slots)
    assert.equal(lastSlot(at(time), new Date(now)).toISOString(), slot, `${time} at ${now}`);
});

test("each rule keeps the newest of its periods, and nothing else is kept", () => {
  const daily = Array.from({ length: 120 }, (_, days) => ({ at: new Date(Date.UTC(2026, 5, 30 - days, 3)) }));
  const kept = (keep: string, backups: { at: Date }[] = daily) => {
    const rules = parseBackupKeep(keep);
    assert.ok(rules !== undefined);
    const gone = listSuperfluous(backups, rules, "UTC");
    return backups.filter((backup) => !gone.includes(backup)).map(({ at: made }) => made.toISOString().slice(5, 10));
  };
  assert.deepEqual(kept("3d"), ["06-30", "06-29", "06-28"]);
  assert.deepEqual(kept("1d,3w"), ["06-30", "06-28", "06-21"]);
  assert.deepEqual(kept("2d,2w,4m"), ["06-30", "06-29", "06-28", "05-31", "04-30", "03-31"]);
  // Days without a backup don't count, so a server that was off for a month loses no backups.
  const rare = daily.filter((_, at) => at % 40 === 0);
  assert.deepEqual(kept("7d", rare), ["06-30", "05-21", "04-11"]);
  const twice = [...daily.slice(0, 1), { at: new Date(Date.UTC(2026, 5, 30, 2)) }];
  assert.deepEqual(kept("7d", twice), ["06-30"]);
  assert.deepEqual(kept("7d", []), []);
});
