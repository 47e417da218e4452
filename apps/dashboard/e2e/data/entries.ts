import type { Locator, Page } from "@playwright/test";
import type { Stint, TimeEntry } from "@stint/sdk";
import type { Person } from "../page/journey.ts";

/** A Tuesday in the past. The organization is in Berlin, which is at UTC+1 on that day: 9:00 UTC is 10:00. */
export const day = "2026-03-03";

type Fields = Partial<Pick<TimeEntry, "taskId" | "tags" | "billable">> & { at?: string; minutes?: number };

/** Creates an entry for the person, by default one hour on `day` from 9:00 UTC. */
export function newEntry(person: Person, description: string, given: Fields = {}): Promise<TimeEntry> {
  const { at = `${day}T09:00:00Z`, minutes = 60, ...fields } = given;
  const { project, taskId, stint } = person;
  const where = { projectId: project.id, taskId };
  return stint.timeEntries.create({ ...where, description, startedAt: at, durationSeconds: minutes * 60, ...fields });
}

/** The person's entries, earliest first. */
export async function entriesOf({ stint }: Person): Promise<TimeEntry[]> {
  return (await stint.timeEntries.list({ userId: "me" })).data.toReversed();
}

/** Formats the entries as `09:00 60 Review` (UTC start, minutes, description), earliest first. */
export async function shortEntries(person: Person): Promise<string[]> {
  const entries = await entriesOf(person);
  return entries.map(
    ({ startedAt, durationSeconds, description }) =>
      `${startedAt.slice(11, 16)} ${durationSeconds / 60} ${description}`,
  );
}

/** The row of an entry in the list of `/time`. */
export function rowOf(page: Page, description: string): Locator {
  return page.getByRole("row", { name: description });
}

/** Chooses an item from the open menu. */
export async function choose(page: Page, item: string | RegExp): Promise<void> {
  await page.getByRole("menuitem", { name: item }).click();
}

/** Opens an entry's menu and chooses an item. */
export async function chooseOf(page: Page, description: string, item: string | RegExp): Promise<void> {
  await page.getByRole("button", { name: `Actions for “${description}”` }).click();
  await choose(page, item);
}

/** Fills a week with entries and starts a timer. */
export async function fillWeek({ stint, project, taskId }: Person): Promise<void> {
  const start = Date.now() - 2 * 86_400_000;
  await stint.timeEntries.createBatch({
    entries: Array.from({ length: 8 }, (_, at) => ({
      projectId: project.id,
      taskId,
      startedAt: new Date(start + at * 5_000_000),
      durationSeconds: at === 3 ? 300 : 4500,
      description:
        at === 2 ? "A description that is a good deal longer than the place for it on any phone" : `Part ${at}`,
      tags: at % 2 === 0 ? ["sales"] : [],
    })),
  });
  // An entry today, and a timer that has been running for several minutes.
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  await stint.timeEntries.create({ projectId: project.id, taskId, startedAt: ago(4), durationSeconds: 30 });
  await stint.timer.start({ projectId: project.id, taskId, description: "Running", startedAt: ago(2) });
}

/** Creates two hours on the last day of the organization's week, which are planned on all days before. */
export async function planForThisWeek(stint: Stint, place: { projectId: string; taskId: string }) {
  const { timeZone } = (await stint.me.get()).organization;
  const now = Temporal.Now.zonedDateTimeISO(timeZone);
  const sunday = now.add({ days: 7 - now.dayOfWeek }).with({ hour: 12 });
  return stint.timeEntries.create({ ...place, startedAt: sunday.toInstant().toString(), durationSeconds: 7200 });
}
