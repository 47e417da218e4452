import { addDays, listDays } from "#time/zoned.ts";

interface Work {
  client: string;
  project: string;
  task: string;
  description: string;
  tags: string;
  isBillable: boolean;
}

const work: readonly Work[] = [
  of("Northwind", "Web shop", "Design", "Sketch the checkout", "design"),
  of("Northwind", "Web shop", "Development", "Build the product page", "frontend"),
  of("Northwind", "Web shop", "Development", "Connect the payment", "backend, payment"),
  of("Northwind", "Support", "Tickets", "Answer questions of customers", "support"),
  of("Blue Harbor", "Annual report", "Research", "Collect the figures", ""),
  of("Blue Harbor", "Annual report", "Writing", "Write the chapter on energy", "text"),
  of("Blue Harbor", "Newsletter", "Writing", "Newsletter of the month", "text"),
  { ...of("", "Internal", "Meetings", "Weekly meeting", ""), isBillable: false },
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

function of(client: string, project: string, task: string, description: string, tags: string): Work {
  return { client, project, task, description, tags, isBillable: true };
}

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

const header =
  "User,Email,Client,Project,Task,Description,Billable,Start date,Start time,End date,End time,Duration,Tags";
const weeks = 4;

/**
 * Generates four weeks of entries, up to yesterday, for the signed-in person and two others, in Toggl's export format.
 * The result depends only on the arguments.
 */
export function makeSampleCsv({ me, today }: { me: { name: string; email: string }; today: string }): string {
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
          toRow(person, work[(at * 3 + place * 5 + piece * 2) % work.length] as Work, day, start, minutes),
        ),
      ),
    );
  return `${[header, ...rows].join("\n")}\n`;
}

function toRow(
  { name, email }: { name: string; email: string },
  { client, project, task, description, tags, isBillable }: Work,
  day: string,
  start: number,
  minutes: number,
): string {
  const fields = [name, email, client, project, task, description, isBillable ? "Yes" : "No"];
  return [...fields, day, clock(start), day, clock(start + minutes), clock(minutes), tags]
    .map((field) => `"${field.replaceAll('"', '""')}"`)
    .join(",");
}

function clock(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}:00`;
}
