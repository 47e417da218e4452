import { addDays } from "@stint/grammar/days.ts";
import { dayOf, startOfDay } from "@stint/grammar/zone.ts";
import type { Me, TimeEntry } from "@stint/sdk";
import type { ToolContext } from "#src/protocol/tool.ts";
import type { draft } from "./draft.ts";

/**
 * Returns a function that says why no entry can start at an instant on one of the draft's days. A key that may not read
 * settings or timesheets only learns of days on which there already are locked entries.
 */
export async function readLocks({ stint, me }: ToolContext, drafts: Awaited<ReturnType<typeof draft>>) {
  const { userId, drafted, existing } = drafts;
  const may = (scope: Me["scopes"][number]) => me.scopes.includes(scope);
  const days = drafted.map(({ day }) => day).toSorted();
  // A monthly timesheet can begin 30 days before the day, and its days are those of the organization's time zone.
  const [from, to] = [addDays(days[0] ?? "", -32), addDays(days.at(-1) ?? "", 1)];
  const closed = { userId, from, to, status: ["submitted", "approved"] } as const;
  const [{ lockDate, timeZone }, timesheets] = await Promise.all([
    may("organization:read") ? stint.organization.get() : { ...me.organization, lockDate: null },
    may("timesheets:read") ? Array.fromAsync(stint.timesheets.list(closed)) : [],
  ]);
  const isLocked = ({ lockedBy = [] }: TimeEntry) => lockedBy.some((reason) => reason !== "billing");
  const dayIn = (ms: number) => dayOf(ms, timeZone);
  const lockedDays = new Set(existing.filter(isLocked).map(({ startedAt }) => dayIn(Date.parse(startedAt))));
  return (ms: number): string | undefined => {
    if (lockDate !== null && ms < startOfDay(lockDate, timeZone)) return `Time before ${lockDate} is locked.`;
    const sheet = timesheets.find(({ startsAt, endsAt }) => Date.parse(startsAt) <= ms && ms < Date.parse(endsAt));
    if (sheet === undefined) return lockedDays.has(dayIn(ms)) ? "This day is locked." : undefined;
    const opened = sheet.status === "submitted" ? "withdrawn" : "reopened by someone who approves timesheets";
    return `The timesheet from ${sheet.periodStart} to ${sheet.periodEnd} is ${sheet.status}, so its time is locked until it is ${opened} in the dashboard.`;
  };
}
