import type { Role } from "#identity/access.ts";
import type { CreateProject } from "#tracking/ledger/projects/schemas.ts";
import type { CreateTask } from "#tracking/ledger/tasks/schemas.ts";

export const organizationName = "Lantern Studio";
export const timeZone = "Europe/Berlin";

export interface DemoPerson {
  name: string;
  email: string;
  role: Role;
  timeZone: string;
  /** The hour at which this person's working day begins, in local time. */
  begins: number;
  hoursADay: number;
  /** The number of working days per week, at most 5. */
  daysAWeek: number;
  /** The kinds of work that this person does. */
  craft: Craft[];
  /** The weeks this person was away, counted back from the current week. */
  away: number[];
}

export type Craft = "design" | "code" | "research" | "lead" | "words";

// One line per person. The viewer tracks no time.
// oxfmt-ignore
export const people: [DemoPerson, DemoPerson, ...DemoPerson[]] = [
  { name: "Mara Lindqvist", email: "mara@example.com", role: "owner", timeZone, begins: 9, hoursADay: 7.5, daysAWeek: 5, craft: ["design", "lead"], away: [14, 15, 34] },
  { name: "Jonas Feld", email: "jonas@example.com", role: "member", timeZone, begins: 8.5, hoursADay: 8, daysAWeek: 5, craft: ["code"], away: [16, 17, 18] },
  { name: "Amara Okafor", email: "amara@example.com", role: "admin", timeZone: "Europe/London", begins: 9, hoursADay: 7.5, daysAWeek: 5, craft: ["lead", "words"], away: [8, 21, 22] },
  { name: "Priya Raman", email: "priya@example.com", role: "manager", timeZone: "Asia/Kolkata", begins: 10, hoursADay: 8, daysAWeek: 5, craft: ["code", "lead"], away: [27, 28] },
  { name: "Tom Becker", email: "tom@example.com", role: "manager", timeZone, begins: 8, hoursADay: 8, daysAWeek: 5, craft: ["lead", "research"], away: [12, 13, 40] },
  { name: "Lucía Navarro", email: "lucia@example.com", role: "member", timeZone: "Europe/Madrid", begins: 9.5, hoursADay: 7.5, daysAWeek: 5, craft: ["design"], away: [15, 16, 17] },
  { name: "Ben Whitaker", email: "ben@example.com", role: "member", timeZone: "America/New_York", begins: 9, hoursADay: 8, daysAWeek: 5, craft: ["code"], away: [20, 47] },
  { name: "Sofie Holm", email: "sofie@example.com", role: "member", timeZone, begins: 9, hoursADay: 6, daysAWeek: 4, craft: ["research", "words"], away: [10, 11] },
  { name: "Emre Aydın", email: "emre@example.com", role: "member", timeZone, begins: 10, hoursADay: 8, daysAWeek: 5, craft: ["code"], away: [24, 25, 26] },
  { name: "Hana Sato", email: "hana@example.com", role: "member", timeZone: "Asia/Tokyo", begins: 9, hoursADay: 7, daysAWeek: 3, craft: ["design"], away: [31, 32] },
  { name: "Clara Moreau", email: "clara@example.com", role: "member", timeZone: "Europe/Paris", begins: 9, hoursADay: 7, daysAWeek: 4, craft: ["words"], away: [18, 19] },
  { name: "Noah Jensen", email: "noah@example.com", role: "viewer", timeZone, begins: 9, hoursADay: 0, daysAWeek: 0, craft: [], away: [] },
];

export const teams = [
  {
    name: "Design",
    leads: ["lucia@example.com"],
    members: ["sofie@example.com", "hana@example.com", "clara@example.com"],
  },
  {
    name: "Engineering",
    leads: ["priya@example.com"],
    members: ["jonas@example.com", "ben@example.com", "emre@example.com"],
  },
];

/** The people, besides the owner, for whom the demo prints sign-in links, with their roles. */
export const signIns = [
  { email: "lucia@example.com", is: "member and lead of the team Design" },
  { email: "jonas@example.com", is: "member" },
  { email: "noah@example.com", is: "viewer" },
];

/** The timesheet of the week before last that is sent back. */
export const sentBack = { email: "ben@example.com", note: "Wednesday is missing. Were you away?" };

/** The people who have submitted last week's timesheet. */
export const punctual = ["tom@example.com", "clara@example.com", "emre@example.com", "sofie@example.com"];

export const clients = [
  { name: "Harbour Books", note: "Invoiced at the end of the month." },
  { name: "Linden Clinic", note: "" },
  { name: "Northwind Rail", note: "Purchase order on every invoice." },
  { name: "Atlas Museum", note: "" },
  { name: "Fjord Energy", note: "" },
  { name: "Old Mill Bakery", note: "Was ours until spring.", archived: true },
];

export interface DemoTask extends CreateTask {
  craft: Craft | "all";
  did: string[];
}

export interface DemoProject extends Omit<CreateProject, "clientId"> {
  client: string | null;
  /** When people worked on the project, in weeks before today. */
  weeks: [from: number, to: number];
  /** The email addresses of the project's members; without it, everyone may use the project. */
  team?: string[];
  /** The project's weight in a random choice. */
  share: number;
  tasks: DemoTask[];
}

const talks: DemoTask = {
  name: "Meetings",
  craft: "all",
  did: ["Weekly call", "Review with the client", "Planning of the sprint", "Questions about the draft"],
};
const build = (...did: string[]): DemoTask => ({ name: "Development", craft: "code", did });
const design = (...did: string[]): DemoTask => ({ name: "Design", craft: "design", did });
const research = (...did: string[]): DemoTask => ({ name: "Research", craft: "research", did });
const words = (...did: string[]): DemoTask => ({ name: "Content", craft: "words", did });
const lead = (...did: string[]): DemoTask => ({ name: "Coordination", craft: "lead", did });

// One line per project.
// oxfmt-ignore
export const projects: DemoProject[] = [
  { name: "Online shop", code: "HB-1", client: "Harbour Books", weeks: [52, 0], share: 5, rounding: { mode: "up", minutes: 15 }, budget: { kind: "amount", amountMinor: 4_200_000, period: "monthly" }, tasks: [{ ...design("Product page, wide and narrow", "Basket and checkout", "Icons and empty states", "Cover images for the gift pages"), estimateSeconds: 1_440_000 }, build("Search in titles and authors", "Basket kept between visits", "Checkout: guest order", "Stock figures"), words("Texts of the help pages", "Names of categories"), lead("Backlog and estimates"), talks] },
  { name: "Patient booking", code: "LC-2", client: "Linden Clinic", weeks: [46, 0], share: 5, budget: { kind: "time", seconds: 288_000, period: "weekly", alertPercents: [50, 80, 100] }, tasks: [research("Interviews at the front desk", "Notes of the interviews", "Try the draft with two receptionists"), build("Calendar of free slots", "Reminders by mail", "A slot is held while it is being booked"), design("Flow of a booking", "Large type and contrast"), lead("Plan with the clinic"), talks] },
  { name: "Timetable app", code: "NW-7", client: "Northwind Rail", weeks: [30, 0], share: 5, budget: { kind: "time", seconds: 9_360_000, period: "total", alertPercents: [80, 100] }, tasks: [build("Departures offline", "Delays on the lock screen", "Platform changes"), design("Board of departures", "Map of the station"), research("Ride along on the night train"), { ...words("Wording of delays"), billable: false }, lead("Steering group"), talks] },
  { name: "Collection website", code: "AM-3", client: "Atlas Museum", weeks: [40, 2], share: 4, budget: { kind: "amount", amountMinor: 21_000_000, period: "total", alertPercents: [50, 80, 95] }, tasks: [design("Wall of objects", "Page of an object"), build("Import of the catalogue", "Zoom of images", "Search by colour"), words("Labels of forty objects", "Tone and glossary"), lead("Schedule with the curators"), talks] },
  { name: "Wind park dashboard", code: "FE-1", client: "Fjord Energy", weeks: [18, 0], share: 4, budget: { kind: "cost", amountMinor: 12_000_000, period: "total" }, tasks: [build("Stream of turbine readings", "Alarms and acknowledgement"), design("Map of turbines", "Night view"), research("Day in the control room"), lead("Kick-off and contract"), talks] },
  { name: "Support contract", code: "HB-S", client: "Harbour Books", weeks: [52, 0], share: 1, budget: { kind: "time", seconds: 252_000, period: "monthly", startsOn: "2025-01-15", onExceed: "warn" }, tasks: [build("Broken payment", "Update of libraries", "Slow search"), lead("Report of the month"), talks] },
  { name: "Annual report", code: "FE-2", client: "Fjord Energy", weeks: [24, 12], share: 2, budget: { kind: "amount", amountMinor: 2_500_000, period: "total" }, tasks: [design("Charts of output", "Cover"), words("Letter of the board", "Proofs"), lead("Approval rounds"), talks] },
  { name: "Ticket gates", code: "NW-8", client: "Northwind Rail", weeks: [6, 0], share: 2, visibility: "members", team: ["mara@example.com", "jonas@example.com", "tom@example.com", "sofie@example.com", "emre@example.com"], budget: { kind: "time", seconds: 3_600_000, period: "total", onExceed: "block" }, tasks: [research("Queues at the gates"), build("Prototype of the gate"), lead("Security questions"), talks] },
  { name: "Accessibility audit", client: "Atlas Museum", weeks: [10, 4], share: 1, rounding: { mode: "nearest", minutes: 6 }, tasks: [research("Screen reader on all pages", "Keyboard only"), words("Findings and advice"), talks] },
  { name: "Bakery website", code: "OM-1", client: "Old Mill Bakery", weeks: [52, 36], share: 2, tasks: [design("Opening hours and bread of the day"), build("Orders for the weekend"), talks] },
  { name: "Studio", client: null, billable: false, weeks: [52, 0], share: 3, tasks: [{ name: "Planning", craft: "all", did: ["Plan of the week", "Look back on the week"] }, { name: "Administration", craft: "lead", did: ["Invoices of last month", "Offers", "Interview with a candidate"] }, { name: "Learning", craft: "all", did: ["Colour contrast in dark mode", "Talk about queues", "Reading group"] }] },
];

/** These projects are archived once their entries are written. */
export const archived = ["Bakery website"];

/** The project for whole days off, with a task for each reason. */
export const absence = {
  name: "Away",
  billable: false,
  tasks: [{ name: "Vacation" }, { name: "Sick leave" }],
} as const;

export const tags = ["remote", "on site", "call", "review", "pairing", "urgent"];

/** The calendar that the owner has subscribed to. */
export const calendar = [
  "BEGIN:VCALENDAR",
  "VERSION:2.0",
  "PRODID:-//Stint//Demo//EN",
  ...(
    [
      // Ends before the owner's first entry of the day, so that the calendar suggests it as an entry.
      ["Stand-up", "MO,TU,WE,TH,FR", "083000", "084500"],
      ["Review with Harbour Books", "MO", "110000", "120000"],
      ["Design critique", "WE", "140000", "150000"],
      ["Week in review", "FR", "160000", "163000"],
    ] as const
  ).flatMap(([title, day, start, end], at) => [
    "BEGIN:VEVENT",
    `UID:${at}@demo`,
    `SUMMARY:${title}`,
    `DTSTART;TZID=${timeZone}:20250101T${start}`,
    `DTEND;TZID=${timeZone}:20250101T${end}`,
    `RRULE:FREQ=WEEKLY;BYDAY=${day}`,
    "END:VEVENT",
  ]),
  "END:VCALENDAR",
  "",
].join("\r\n");
