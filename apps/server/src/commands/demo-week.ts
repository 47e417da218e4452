import type { CreateProject } from "#tracking/projects/schemas.ts";
import type { CreateTask } from "#tracking/tasks/schemas.ts";

// What the demo's company works on, and a week of two people in it.

export type Person = "mara" | "jonas";
export type Area = "shop" | "clinic" | "studio";
export type Day = "monday" | "tuesday" | "wednesday" | "thursday" | "friday";

export const timeZone = "Europe/Berlin";

export const people: Record<Person, { name: string; email: string }> = {
  mara: { name: "Mara Lindqvist", email: "mara@example.com" },
  jonas: { name: "Jonas Feld", email: "jonas@example.com" },
};

export const clients = [
  { name: "Harbour Books", note: "Invoiced at the end of the month." },
  { name: "Linden Clinic", note: "" },
];

interface DemoProject extends Omit<CreateProject, "clientId"> {
  area: Area;
  client: string | null;
  tasks: CreateTask[];
}

export const projects: DemoProject[] = [
  {
    area: "shop",
    name: "Online shop",
    code: "HB-1",
    client: "Harbour Books",
    color: "#2563eb",
    rounding: { mode: "up", minutes: 15 },
    budget: { kind: "amount", amountMinor: 900_000, period: "monthly" },
    tasks: [{ name: "Design", estimateSeconds: 144_000 }, { name: "Development" }, { name: "Meetings" }],
  },
  {
    area: "clinic",
    name: "Patient booking",
    code: "LC-2",
    client: "Linden Clinic",
    color: "#0d9488",
    budget: { kind: "time", seconds: 90_000, period: "weekly", alertPercents: [50, 80, 100] },
    tasks: [{ name: "Research" }, { name: "Development" }, { name: "Testing" }],
  },
  {
    area: "studio",
    name: "Studio",
    client: null,
    color: "#d97706",
    billable: false,
    tasks: [{ name: "Planning" }, { name: "Administration" }, { name: "Learning" }],
  },
];

interface DemoEntry {
  who: Person;
  day: Day;
  /** Times of day in the organization's zone. */
  from: string;
  to: string;
  area: Area;
  task: string;
  did: string;
  tags?: string[];
  billable?: boolean;
}

const remote = ["remote"];
const design = ["design"];
const review = ["review"];

// One line an entry, so that it reads like a timesheet.
// oxfmt-ignore
export const week: DemoEntry[] = [
  { who: "mara", day: "monday", from: "09:02", to: "09:31", area: "studio", task: "Planning", did: "Plan of the week" },
  { who: "mara", day: "monday", from: "09:35", to: "12:10", area: "shop", task: "Design", did: "Product page, wide and narrow", tags: design },
  { who: "mara", day: "monday", from: "13:04", to: "15:47", area: "shop", task: "Design", did: "Basket and checkout", tags: design },
  { who: "mara", day: "monday", from: "16:00", to: "16:52", area: "shop", task: "Meetings", did: "Walk through the drafts with the shop", tags: ["call"] },
  { who: "mara", day: "tuesday", from: "08:56", to: "11:20", area: "clinic", task: "Research", did: "Interviews at the front desk", tags: ["on site"] },
  { who: "mara", day: "tuesday", from: "12:15", to: "14:05", area: "clinic", task: "Research", did: "Notes and sketches of the interviews" },
  { who: "mara", day: "tuesday", from: "14:20", to: "16:41", area: "shop", task: "Design", did: "Checkout: guest order", tags: design },
  { who: "mara", day: "wednesday", from: "09:10", to: "09:55", area: "studio", task: "Administration", did: "Invoices of last month" },
  { who: "mara", day: "wednesday", from: "10:00", to: "12:32", area: "shop", task: "Design", did: "Icons and empty states", tags: design },
  { who: "mara", day: "wednesday", from: "13:30", to: "16:18", area: "clinic", task: "Research", did: "Flow of a booking, first draft", tags: remote },
  { who: "mara", day: "thursday", from: "09:00", to: "10:04", area: "shop", task: "Meetings", did: "Review with the shop", tags: ["call", "review"] },
  { who: "mara", day: "thursday", from: "10:15", to: "12:48", area: "shop", task: "Design", did: "Changes after the review", tags: design },
  { who: "mara", day: "thursday", from: "13:45", to: "14:30", area: "shop", task: "Design", did: "Repair of our own slip in the palette", tags: design, billable: false },
  { who: "mara", day: "thursday", from: "14:35", to: "17:02", area: "clinic", task: "Testing", did: "Try the draft with two receptionists", tags: ["on site"] },
  { who: "mara", day: "friday", from: "09:05", to: "11:51", area: "clinic", task: "Research", did: "Flow of a booking, second draft", tags: remote },
  { who: "mara", day: "friday", from: "12:40", to: "14:10", area: "studio", task: "Learning", did: "Colour contrast in dark mode" },
  { who: "mara", day: "friday", from: "14:15", to: "15:20", area: "studio", task: "Planning", did: "Look back on the week" },
  { who: "jonas", day: "monday", from: "08:31", to: "09:00", area: "studio", task: "Planning", did: "Plan of the week" },
  { who: "jonas", day: "monday", from: "09:04", to: "11:58", area: "clinic", task: "Development", did: "Calendar of free slots" },
  { who: "jonas", day: "monday", from: "12:50", to: "16:33", area: "clinic", task: "Development", did: "Slots: holidays and lunch breaks" },
  { who: "jonas", day: "tuesday", from: "08:29", to: "10:12", area: "shop", task: "Development", did: "Search in titles and authors", tags: remote },
  { who: "jonas", day: "tuesday", from: "10:20", to: "10:46", area: "shop", task: "Development", did: "Review: stock figures", tags: review },
  { who: "jonas", day: "tuesday", from: "11:30", to: "15:55", area: "shop", task: "Development", did: "Search: spelling mistakes", tags: remote },
  { who: "jonas", day: "wednesday", from: "08:44", to: "12:01", area: "clinic", task: "Development", did: "Reminders by mail, queue and retries" },
  { who: "jonas", day: "wednesday", from: "12:45", to: "14:09", area: "clinic", task: "Testing", did: "Reminders across the change of clocks" },
  { who: "jonas", day: "wednesday", from: "14:20", to: "16:15", area: "shop", task: "Development", did: "Basket kept between visits" },
  { who: "jonas", day: "thursday", from: "08:30", to: "09:00", area: "studio", task: "Administration", did: "Update of the build machines" },
  { who: "jonas", day: "thursday", from: "09:00", to: "10:04", area: "shop", task: "Meetings", did: "Review with the shop", tags: ["call", "review"] },
  { who: "jonas", day: "thursday", from: "10:10", to: "15:26", area: "shop", task: "Development", did: "Checkout: guest order" },
  { who: "jonas", day: "friday", from: "08:52", to: "11:40", area: "clinic", task: "Testing", did: "Two people booking the same slot", tags: ["Remote"] },
  { who: "jonas", day: "friday", from: "12:30", to: "14:58", area: "clinic", task: "Development", did: "A slot is held while it is being booked", tags: remote },
];
