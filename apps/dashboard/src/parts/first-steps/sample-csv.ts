import type { firstSteps } from "#i18n/en/first-steps.ts";
import { addDays, listDays } from "#time/zoned.ts";

/** The names of the sample's projects, tasks and entries, in the person's language. */
type Names = (typeof firstSteps)["names"];

interface Work {
  client: string;
  project: string;
  what: readonly [task: keyof Names, description: keyof Names];
  tags: string;
}

const work: readonly Work[] = [
  { client: "Northwind", project: "Web shop", what: ["design", "sketch"], tags: "design" },
  { client: "Northwind", project: "Web shop", what: ["development", "build"], tags: "frontend" },
  { client: "Northwind", project: "Web shop", what: ["development", "connect"], tags: "backend, payment" },
  { client: "Northwind", project: "Support", what: ["tickets", "answer"], tags: "support" },
  { client: "Blue Harbor", project: "report", what: ["research", "collect"], tags: "" },
  { client: "Blue Harbor", project: "report", what: ["writing", "chapter"], tags: "text" },
  { client: "Blue Harbor", project: "Newsletter", what: ["writing", "newsletter"], tags: "text" },
  { client: "", project: "internal", what: ["meetings", "weekly"], tags: "" },
];

/**
 * The budget of the sample project, which is set after the import because imports can't create budgets. At the sample's
 * pace, it lasts about ten more days.
 */
export const sampleBudget = {
  client: "Northwind",
  project: "Web shop",
  budget: {
    kind: "time",
    seconds: 648_000,
    period: "total",
    startsOn: null,
    billableOnly: true,
    alertPercents: [80, 100],
    onExceed: "warn",
  },
} as const;

/** The start and duration, in minutes, of each piece of work in a day. */
const days = [
  [
    [540, 105],
    [660, 60],
    [780, 150],
  ],
  [
    [525, 90],
    [630, 105],
    [795, 75],
    [885, 90],
  ],
  [
    [555, 165],
    [765, 195],
  ],
] as const;

/** The price of an hour, in the organization's currency. */
const rates: Record<string, number> = { Northwind: 95, "Blue Harbor": 110 };
const header =
  "User,Email,Client,Project,Task,Description,Billable,Start Date,Start Time,End Date,End Time,Duration (h),Tags,Billable Rate";
const weeks = 4;

interface SampleOptions {
  me: { name: string; email: string };
  currency: string;
  today: string;
  names: Names;
}

/**
 * Generates four weeks of entries, up to yesterday, for the signed-in person and two others, in Clockify's export
 * format, which has rates. The result depends only on the arguments.
 */
export function makeSampleCsv({ me, currency, today, names }: SampleOptions): string {
  const people = [
    me,
    { name: "Robin Sample", email: "robin@sample.example" },
    { name: "Kim Sample", email: "kim@sample.example" },
  ];
  const rows = listDays(addDays(today, -7 * weeks), 7 * weeks)
    .filter((day) => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()))
    .flatMap((day, at) =>
      people.flatMap((person, place) =>
        (days[(at + place) % days.length] ?? []).map(([start, minutes], piece) =>
          toRow(person, work[(at * 3 + place * 5 + piece * 2) % work.length] as Work, names, day, start, minutes),
        ),
      ),
    );
  return `${[`${header} (${currency})`, ...rows].join("\n")}\n`;
}

function toRow(
  { name, email }: { name: string; email: string },
  { client, project, what: [task, description], tags }: Work,
  names: Names,
  day: string,
  start: number,
  minutes: number,
): string {
  const named: Readonly<Record<string, string>> = names;
  const work = [named[project] ?? project, names[task], names[description]];
  const fields = [name, email, client, ...work, client === "" ? "No" : "Yes"];
  return [...fields, day, clock(start), day, clock(start + minutes), clock(minutes), tags, String(rates[client] ?? "")]
    .map((field) => `"${field.replaceAll('"', '""')}"`)
    .join(",");
}

function clock(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}:00`;
}
