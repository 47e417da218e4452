import assert from "node:assert/strict";
import { test } from "node:test";
import { parseDayLine } from "./parse-day-line.ts";
import { placeItems } from "./place-items.ts";

const projects = ["Website", "Patient booking", "Empty", "مشروع"].map((name) => ({
  id: name,
  name,
  clientId: null,
  status: "active",
}));

/** Returns what is marked, cut out of the whole text, with the first letter of its kind; `?` if it means nothing. */
function marked(text: string): string[] {
  const placed = placeItems(parseDayLine(text, "2026-03-04"), {
    projects,
    clients: [],
    tasksOf: (id) =>
      id === "Empty" ? [] : ["General", "Design"].map((name) => ({ id: `${id} ${name}`, name, status: "open" })),
    usual: { projectId: "Website" },
    zone: "Europe/Berlin",
    endOfDay: () => undefined,
    today: "2026-03-04",
    nowMs: Date.parse("2026-03-04T15:00:00Z"),
  });
  return placed.flatMap(({ item, marks, places }) =>
    marks
      .toSorted((left, right) => left.from - right.from)
      .map(({ kind, from, to }) => {
        const sign = kind === "project" && places.length === 0 ? "?" : kind[0];
        return `${sign} ${text.slice(item.from + from, item.from + to)}`;
      }),
  );
}

const examples: Record<string, string[]> = {
  "9-10:30 @web billing #sales": ["t 9-10:30", "p @web", "t #sales"],
  '-10 x @"Patient booking"/Design flow': ['p @"Patient booking"/Design'],
  "45m @web/Des, then #a, #b": ["t 45m", "p @web/Des", "t #a", "t #b"],
  "yesterday 2h docs; 9 - 10pm UTC+1 call": ["d yesterday", "t 2h", "t 9 - 10pm UTC+1"],
  "20. November 2025: 9 bis 10 Uhr Büro": ["d 20. November 2025:", "t 9 bis 10 Uhr"],
  // Words that belong to the name although it is not in quotes.
  "1h @patient  booking flow": ["t 1h", "p @patient", "p booking"],
  "1h Patient #ui booking flow": ["t 1h", "p Patient", "t #ui", "p booking"],
  "1h @nope review": ["t 1h", "? @nope"],
  "1h @web/nope review": ["t 1h", "? @web/nope"],
  // A project without tasks is known, too.
  "1h @empty review": ["t 1h", "p @empty"],
  // Only the last name counts.
  "1h @nope @web": ["t 1h", "p @web"],
  "just words, an@address.example # and @": [],
  // Items that continue with what follows a comma, whatever is around it.
  "1h a ,  b #x , 30m  c @web;mon d": ["t 1h", "t #x", "t 30m", "p @web", "d mon"],
  "\t9-10\tcall\t@web\t#tab \n\n  1h\tb #c\n": ["t 9-10", "p @web", "t #tab", "t 1h", "t #c"],
  "9-10 👩🏽‍💻 Übung für Zoë @web #größe, 1h 🎉 #🎉party": ["t 9-10", "p @web", "t #größe", "t 1h", "t #🎉party"],
  "1h اجتماع @مشروع #تصميم شرح": ["t 1h", "p @مشروع", "t #تصميم"],
  '1h שלום @"לא ידוע" עולם': ["t 1h", '? @"לא ידוע"'],
};

for (const [text, expected] of Object.entries(examples))
  test(`what is understood in ${JSON.stringify(text)}`, () => assert.deepEqual(marked(text), expected));
