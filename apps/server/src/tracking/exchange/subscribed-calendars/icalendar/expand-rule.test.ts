import assert from "node:assert/strict";
import { test } from "node:test";
import { expandRule } from "./expand-rule.ts";
import { parseRule } from "./parse-rule.ts";
import { parseTime } from "./parse-time.ts";
import { TooMuchWorkError, Work } from "./work.ts";

const localOf = (text: string) => parseTime(text).local;

function expand(start: string, rule: string, { from = start, to = "20300101", work = 1_000_000 } = {}): string[] {
  const parsed = parseRule(rule);
  const until = parsed.until === undefined ? Infinity : localOf(parsed.until);
  const range = { start: localOf(start), until, from: localOf(from), to: localOf(to) };
  return [...expandRule(parsed, range, new Work(work))].map((local) => new Date(local).toISOString().slice(0, 16));
}

/** Expands a rule that starts at 9:00, and lists the days. */
const days = (start: string, rule: string) =>
  expand(`${start}T090000`, rule).map((text) => {
    assert.equal(text.slice(10), "T09:00");
    return text.slice(0, 10).replaceAll("-", "");
  });

test("rules choose the dates of the examples in RFC 5545", () => {
  for (const [rule, dates] of [
    ["FREQ=DAILY;INTERVAL=10;COUNT=5", "19970902 19970912 19970922 19971002 19971012"],
    [
      "FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH",
      "19970902 19970904 19970916 19970918 19970930 19971002 19971014 19971016",
    ],
    [
      "FREQ=MONTHLY;COUNT=10;BYDAY=1FR",
      "19970905 19971003 19971107 19971205 19980102 19980206 19980306 19980403 19980501 19980605",
    ],
    [
      "FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU",
      "19970907 19970928 19971102 19971130 19980104 19980125 19980301 19980329 19980503 19980531",
    ],
    ["FREQ=MONTHLY;COUNT=6;BYDAY=-2MO", "19970922 19971020 19971117 19971222 19980119 19980216"],
    ["FREQ=MONTHLY;BYMONTHDAY=-3;COUNT=6", "19970928 19971029 19971128 19971229 19980129 19980226"],
    [
      "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1",
      "19970930 19971001 19971031 19971101 19971130 19971201 19971231 19980101 19980131 19980201",
    ],
    [
      "FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15",
      "19970910 19970911 19970912 19970913 19970914 19970915 19990310 19990311 19990312 19990313",
    ],
    [
      "FREQ=YEARLY;COUNT=10;BYMONTH=6,7",
      "19970610 19970710 19980610 19980710 19990610 19990710 20000610 20000710 20010610 20010710",
    ],
    [
      "FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200",
      "19970101 19970410 19970719 20000101 20000409 20000718 20030101 20030410 20030719 20060101",
    ],
    ["FREQ=YEARLY;BYDAY=20MO;COUNT=3", "19970519 19980518 19990517"],
    ["FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO;COUNT=3", "19970512 19980511 19990517"],
    ["FREQ=YEARLY;BYMONTH=3;BYDAY=TH;COUNT=6", "19970313 19970320 19970327 19980305 19980312 19980319"],
    ["FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;COUNT=5", "19980213 19980313 19981113 19990813 20001013"],
    ["FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13;COUNT=5", "19970913 19971011 19971108 19971213 19980110"],
    ["FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8;COUNT=3", "19961105 20001107 20041102"],
    ["FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3", "19970904 19971007 19971106"],
    [
      "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2;COUNT=7",
      "19970929 19971030 19971127 19971230 19980129 19980226 19980330",
    ],
    ["FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO", "19970805 19970810 19970819 19970824"],
    ["FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU", "19970805 19970817 19970819 19970831"],
    ["FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5", "20070115 20070130 20070215 20070315 20070330"],
  ] as const)
    assert.deepEqual(days(dates.slice(0, 8), rule).join(" "), dates, rule);
});

test("BYSETPOS counts in every kind of rule, and positions that do not exist choose nothing", () => {
  for (const [start, rule, dates] of [
    [
      "20260930",
      "FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1;COUNT=6",
      "20260930 20261030 20261130 20261230 20270130 20270228",
    ],
    ["20261102", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1,-1;COUNT=4", "20261102 20261106 20261109 20261113"],
    ["20261231", "FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=2", "20261231 20271231"],
    ["20260105", "FREQ=YEARLY;BYWEEKNO=2,-1;BYDAY=MO;BYSETPOS=-1;COUNT=2", "20260105 20261228"],
    ["20260131", "FREQ=MONTHLY;BYMONTHDAY=29,30,31;BYSETPOS=3;COUNT=3", "20260131 20260331 20260531"],
  ] as const)
    assert.deepEqual(days(start, rule).join(" "), dates, rule);
  const twice = "FREQ=DAILY;BYHOUR=8,12,16;BYMINUTE=0,30;BYSETPOS=2,-1;COUNT=3";
  assert.deepEqual(expand("20260105T083000", twice), ["2026-01-05T08:30", "2026-01-05T16:30", "2026-01-06T08:30"]);
});

test("times of day are listed, or limited in rules of hours, minutes and seconds", () => {
  const listed = ["1997-09-02T09:00", "1997-09-02T09:20", "1997-09-02T09:40", "1997-09-02T10:00", "1997-09-02T10:20"];
  for (const rule of ["FREQ=DAILY;BYHOUR=9,10,16;BYMINUTE=0,20,40", "FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10,16"])
    assert.deepEqual(expand("19970902T090000", `${rule};COUNT=5`), listed, rule);
  assert.deepEqual(expand("19970902T163000", "FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,16;COUNT=3"), [
    "1997-09-02T16:30",
    "1997-09-02T16:50",
    "1997-09-03T09:10",
  ]);
  assert.deepEqual(expand("20260131T230000", "FREQ=HOURLY;INTERVAL=5;BYMONTH=1,3;COUNT=3"), [
    "2026-01-31T23:00",
    "2026-03-01T02:00",
    "2026-03-01T07:00",
  ]);
  assert.deepEqual(expand("20260131T230000", "FREQ=SECONDLY;INTERVAL=30;BYMINUTE=59;BYSECOND=30;COUNT=3").slice(1), [
    "2026-01-31T23:59",
    "2026-02-01T00:59",
  ]);
});

test("the start counts, whatever the rule says, and dates that do not exist are left out", () => {
  assert.deepEqual(days("20260101", "FREQ=WEEKLY;BYDAY=MO;COUNT=3"), ["20260101", "20260105", "20260112"]);
  assert.deepEqual(days("20260101", "FREQ=DAILY;UNTIL=20251231"), ["20260101"]);
  assert.deepEqual(days("20240229", "FREQ=YEARLY;COUNT=2"), ["20240229", "20280229"]);
  assert.deepEqual(days("20260131", "FREQ=MONTHLY;COUNT=3"), ["20260131", "20260331", "20260531"]);
  assert.deepEqual(days("20260514", "FREQ=YEARLY;BYWEEKNO=20;COUNT=3"), ["20260514", "20270520", "20280518"]);
});

test("a count that is not positive counts nothing, so the rule ends where it says, or never", () => {
  for (const count of ["COUNT=0", "COUNT=-1"])
    for (const rest of ["FREQ=DAILY;UNTIL=20260103", "FREQ=WEEKLY"])
      assert.deepEqual(days("20260101", `${rest};${count}`), days("20260101", rest));
});

test("a rule is expanded where it is needed, and rules that never match end", () => {
  const near = { from: "20261201", to: "20261203T235959", work: 500 };
  const last = (rule: string) => expand("19700104T090000", rule, near).slice(-3).join(" ");
  assert.equal(last("FREQ=DAILY"), "2026-12-01T09:00 2026-12-02T09:00 2026-12-03T09:00");
  assert.equal(last("FREQ=HOURLY;INTERVAL=25"), "2026-12-01T19:00 2026-12-02T20:00 2026-12-03T21:00");
  for (const rule of ["YEARLY", "MONTHLY", "DAILY", "HOURLY", "MINUTELY", "SECONDLY"])
    assert.equal(last(`FREQ=${rule};BYMONTH=2;BYMONTHDAY=30`), "1970-01-04T09:00", rule);
  assert.throws(() => last("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=2"), TooMuchWorkError);
  assert.throws(() => expand("19700104T090000", "FREQ=SECONDLY", { work: 500 }), TooMuchWorkError);
});
