import type { Notice } from "@stint/sdk";
import { dayOf, startOfWeek, type Weekday } from "#time/zoned.ts";

/** Notices about the same subject, newest first. */
export type NoticeGroup = readonly [Notice, ...Notice[]];

export type Age = "today" | "thisWeek" | "earlier";

/** The subjects that the filter of notices offers. */
export const topics = ["timesheets", "budgets", "reminders"] as const;
export type Topic = (typeof topics)[number];

export function topicOf({ kind }: Pick<Notice, "kind">): Topic {
  if (kind === "budget") return "budgets";
  return kind.startsWith("timesheet_") ? "timesheets" : "reminders";
}

/** Groups notices, which are sorted newest first, by their subjects. */
export function groupNotices(notices: readonly Notice[]): NoticeGroup[] {
  return [...Map.groupBy(notices, subjectOf).values()] as unknown as NoticeGroup[];
}

function subjectOf({ kind, path }: Notice): string {
  // The end of a timesheet's id names its period.
  if (kind === "timesheet_submitted") return `${kind} ${path.slice(-"m20260301".length)}`;
  return kind === "time_missing" || kind === "digest" ? kind : `${kind} ${path}`;
}

/** When the newest notice of a group was created. */
export function ageOf([{ createdAt }]: NoticeGroup, nowMs: number, zone: string, weekStart: Weekday): Age {
  const [day, today] = [dayOf(createdAt, zone), dayOf(nowMs, zone)];
  if (day >= today) return "today";
  return day >= startOfWeek(today, weekStart) ? "thisWeek" : "earlier";
}
