import assert from "node:assert/strict";
import { test } from "node:test";
import { parseDayLine } from "./parse-day-line.ts";
import { offsetText } from "./zone.ts";

// A Wednesday.
const today = "2026-03-04";

function read(line: string) {
  return parseDayLine(line, today).map(({ day, start, seconds, description, project, tags }) =>
    [
      day === today ? "" : day,
      start === undefined
        ? ""
        : `${Math.floor(start.clockMinutes / 60)}:${String(start.clockMinutes % 60).padStart(2, "0")}${start.offsetMinutes === undefined ? "" : offsetText(start.offsetMinutes)}`,
      seconds === undefined ? "?" : `${seconds / 60}m`,
      description,
      project === undefined ? "" : `@${project}`,
      ...tags.map((tag) => `#${tag}`),
    ]
      .filter((part) => part !== "")
      .join(" | "),
  );
}

const examples: Record<string, string[]> = {
  "9-10:30 billing api review, 45m call @northwind #sales, yesterday 2h docs": [
    "9:00 | 90m | billing api review",
    "45m | call | @northwind | #sales",
    "2026-03-03 | 120m | docs",
  ],
  "9:15 45m stand-up": ["9:15 | 45m | stand-up"],
  "1:30 docs": ["90m | docs"],
  "1,5h Konzept, 2 Std. Büro": ["90m | Konzept", "120m | Büro"],
  "1.5 docs": ["90m | docs"],
  "1h30 docs; 1h 30m more": ["90m | docs", "90m | more"],
  "9-10pm call": ["21:00 | 60m | call"],
  "11-1pm lunch with @acme": ["11:00 | 120m | lunch with | @acme"],
  "22-1:30 release": ["22:00 | 210m | release"],
  "2h: docs; 45m-call": ["120m | : docs", "45m | -call"],
  "1d 2h trip; 1:30:15 b": ["1560m | trip", "90.25m | b"],
  "2. Meeting": ["? | 2. Meeting"],
  "2.5.1 release": ["? | 2.5.1 release"],
  "10:30-ish call": ["? | 10:30-ish call"],
  "2 timer bugs": ["? | 2 timer bugs"],
  "1h 30 drafts": ["60m | 30 drafts"],
  "constructor 1h a": ["? | constructor 1h a"],
  "2:30 UTC+1 45m a": ["2:30 UTC+1 | 45m | a"],
  "2:30 UTC+2-2:45 a": ["2:30 UTC+2 | 15m | a"],
  "2:30-2:45 gmt+1 a": ["2:30 UTC+1 | 15m | a"],
  "2:40 UTC+2-2:10 UTC+1 a": ["2:40 UTC+2 | 30m | a"],
  "9 - 10pm UTC+05:30 a": ["21:00 UTC+5:30 | 60m | a"],
  "23 UTC-3 - 1 UTC-3 a": ["23:00 UTC-3 | 120m | a"],
  "9-10 UTC a": ["9:00 UTC+0 | 60m | a"],
  "9 bis 10 Uhr UTC+1 a": ["9:00 UTC+1 | 60m | a"],
  "1h UTC+1 a": ["60m | UTC+1 a"],
  "von 9 bis 10:30 Uhr Planung": ["9:00 | 90m | Planung"],
  "mon 2h a, 1h b": ["2026-03-02 | 120m | a", "2026-03-02 | 60m | b"],
  "friday 2h a": ["2026-02-27 | 120m | a"],
  "Fr 2h a": ["2026-02-27 | 120m | a"],
  "Fr. 9-10 a, Sa: 1h b": ["2026-02-27 | 9:00 | 60m | a", "2026-02-28 | 60m | b"],
  "ven 2h a": ["2026-02-27 | 120m | a"],
  "1h a, so 9 lives": ["60m | a, so 9 lives"],
  "Mittwoch 2h a": ["120m | a"],
  "gestern: 2h a": ["2026-03-03 | 120m | a"],
  "hier 2h docs, 3 févr. 1h a": ["2026-03-03 | 120m | docs", "2026-02-03 | 60m | a"],
  "2026-02-28 9-10 a": ["2026-02-28 | 9:00 | 60m | a"],
  "28.2. 1h a": ["2026-02-28 | 60m | a"],
  "20 Nov 2h docs": ["2025-11-20 | 120m | docs"],
  "20 Mar 2h docs": ["2026-03-20 | 120m | docs"],
  "20. November 2025: 9-10 a, 1h b": ["2025-11-20 | 9:00 | 60m | a", "2025-11-20 | 60m | b"],
  "Feb 28 2h docs": ["2026-02-28 | 120m | docs"],
  "3. Mär 9 bis 10 Uhr a": ["2026-03-03 | 9:00 | 60m | a"],
  "31 Feb 2h a": ["? | 31 Feb 2h a"],
  "30 min mail": ["30m | mail"],
  "just words": ["? | just words"],
  "45 minutes call": ["45m | call"],
  "3 drafts": ["? | 3 drafts"],
  "2h mail to me@example.com": ["120m | mail to me@example.com"],
  '1h @"Billing API" review': ["60m | review | @Billing API"],
  "9-10 a, b; c": ["9:00 | 60m | a, b; c"],
  "9-10 a, mon b": ["9:00 | 60m | a", "2026-03-02 | ? | b"],
  "9-10 a @web, b @app": ["9:00 | 60m | a | @web", "? | b | @app"],
  "9-10 a\nb": ["9:00 | 60m | a", "? | b"],
  "mon 9-10 a, b, 1h c": ["2026-03-02 | 9:00 | 60m | a, b", "2026-03-02 | 60m | c"],
  '9-10 @"Shop, online" a, #"x;y" b': ["9:00 | 60m | a, b | @Shop, online | #x;y"],
  "": [],
};

test("items without a day are for the given one, and day names still count from today", () => {
  const days = parseDayLine("9-10 a\nyesterday 1h b\n30m c", today, "2026-02-10").map(({ day }) => day);
  assert.deepEqual(days, ["2026-02-10", "2026-03-03", "2026-03-03"]);
});

for (const [line, items] of Object.entries(examples))
  test(`a day is typed: ${JSON.stringify(line)}`, () => assert.deepEqual(read(line), items));
