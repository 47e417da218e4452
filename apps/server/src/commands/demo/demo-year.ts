import { minuteMs } from "#platform/days.ts";
import { formatInstant } from "#platform/time.ts";
import type { CreateTimeEntry } from "#tracking/entries/time-entries/schemas.ts";
import { type DemoPerson, type DemoProject, type DemoTask, projects, tags } from "./demo-company.ts";

/** Finds the ids of a project and its task by their names. */
export type FindPlace = (project: string, task: string) => { projectId: string; taskId: string };

type Chance = ReturnType<typeof chanceOf>;

/** Creates a seeded random generator (mulberry32), so that every demo has the same data. */
function chanceOf(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    /** Returns a number in [0, 1). */
    next,
    /** Returns an integer from `least` to `most`, inclusive. */
    between,
    /** Returns true with this probability. */
    hits: (probability: number): boolean => next() < probability,
    oneOf<Item>(items: readonly Item[]): Item {
      const item = items[between(0, items.length - 1)];
      if (item === undefined) throw new Error("nothing to choose from");
      return item;
    },
  };
}

const year = 365;

/**
 * Returns a person's entries in the year before `now`: days with gaps, missing days, vacations, occasional overlaps,
 * and one timer that ran overnight.
 */
export function yearOf(person: DemoPerson, seed: number, now: Date, placeOf: FindPlace): CreateTimeEntry[] {
  const chance = chanceOf(seed);
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(person.timeZone).toPlainDate();
  const entries: CreateTimeEntry[] = [];
  for (let ago = year; ago >= 0; ago--) {
    const date = today.subtract({ days: ago });
    const weeksAgo = Math.floor(ago / 7);
    if (date.dayOfWeek > person.daysAWeek) {
      if (date.dayOfWeek === 6 && chance.hits(0.02))
        entries.push(...dayOf(person, date, 0.25, weeksAgo, chance, placeOf));
    } else if (person.away.includes(weeksAgo)) entries.push(dayOff(person, date, "Vacation", placeOf));
    else if (chance.hits(0.02)) entries.push(dayOff(person, date, "Sick leave", placeOf));
    else if (ago === 0 || !chance.hits(0.03))
      entries.push(...dayOf(person, date, chance.hits(0.05) ? 0.5 : 1, weeksAgo, chance, placeOf));
  }
  const past = entries.filter((entry) => endMs(entry) < now.getTime() - 45 * minuteMs);
  const forgotten = past.at(-60);
  if (forgotten !== undefined && person.role === "owner") forgotten.durationSeconds = 14 * 3600 + 1320;
  return past;
}

function endMs({ startedAt, durationSeconds }: CreateTimeEntry): number {
  return Date.parse(startedAt) + durationSeconds * 1000;
}

function dayOff(person: DemoPerson, date: Temporal.PlainDate, task: string, placeOf: FindPlace): CreateTimeEntry {
  const startedAt = formatInstant(instantMs(person, date, person.begins * 60));
  return { ...placeOf("Away", task), startedAt, durationSeconds: person.hoursADay * 3600 };
}

function dayOf(
  person: DemoPerson,
  date: Temporal.PlainDate,
  part: number,
  weeksAgo: number,
  chance: Chance,
  placeOf: FindPlace,
): CreateTimeEntry[] {
  const entries: CreateTimeEntry[] = [];
  let minute = person.begins * 60 + chance.between(-15, 25);
  let left = person.hoursADay * 60 * part + chance.between(-30, 40);
  let hasEaten = false;
  while (left > 15) {
    if (!hasEaten && minute > (person.begins + 3.5) * 60) {
      minute += chance.between(30, 65);
      hasEaten = true;
    }
    const { project, task } = chooseWork(person, weeksAgo, chance);
    const longest = task.name === "Meetings" || task.name === "Planning" ? 60 : 170;
    const minutes = Math.min(chance.between(20, longest), Math.ceil(left));
    // Occasionally begins the entry before the previous one ends, so that the demo contains overlaps.
    const startMinute = entries.length > 0 && chance.hits(0.02) ? minute - 12 : minute;
    entries.push({
      ...placeOf(project.name, task.name),
      startedAt: formatInstant(instantMs(person, date, startMinute) + chance.between(0, 59) * 1000),
      durationSeconds: minutes * 60 - chance.between(0, 40),
      description: chance.hits(0.04) ? "" : chance.oneOf(task.did),
      tags: chance.hits(0.3) ? [chance.oneOf(tags)] : [],
      ...(project.billable !== false && chance.hits(0.03) ? { billable: false } : {}),
    });
    left -= minutes;
    minute += minutes + (chance.hits(0.1) ? chance.between(20, 45) : chance.between(1, 9));
  }
  return entries;
}

/** Chooses a project that is active in that week, weighted by share, and one of its tasks in the person's craft. */
function chooseWork(person: DemoPerson, weeksAgo: number, chance: Chance): { project: DemoProject; task: DemoTask } {
  const own = ({ craft }: DemoTask) => craft === "all" || person.craft.includes(craft);
  const open = projects.filter(
    ({ weeks: [from, to], team, tasks }) =>
      weeksAgo <= from && weeksAgo >= to && (team?.includes(person.email) ?? true) && tasks.some(own),
  );
  const weighed = open.flatMap((project) => Array.from({ length: project.share }, () => project));
  const project = chance.oneOf(weighed);
  const tasks = project.tasks.filter(own);
  const crafts = tasks.filter(({ craft }) => craft !== "all");
  return { project, task: chance.oneOf(crafts.length > 0 && chance.hits(0.8) ? crafts : tasks) };
}

function instantMs({ timeZone }: DemoPerson, date: Temporal.PlainDate, minute: number): number {
  return date.toZonedDateTime({ timeZone, plainTime: "00:00" }).add({ minutes: Math.round(minute) }).epochMilliseconds;
}
