import type { TimesheetGrid } from "@stint/sdk";
import { mayDecide } from "./deciding.ts";

export type Sheet = TimesheetGrid["data"][number]["timesheets"][number];

export interface BoardPeriod {
  /** The suffix of the period's timesheet ids: `w` or `m`, then the first day. */
  key: string;
  periodStart: string;
  periodEnd: string;
  total: number;
  /** The number of timesheets that are submitted or approved. */
  submitted: number;
}

export interface Row {
  userId: string;
  name: string;
  /** In the order of the periods. Undefined where the member has no timesheet, for example before joining. */
  sheets: readonly (Sheet | undefined)[];
}

export interface Board {
  periods: readonly BoardPeriod[];
  rows: readonly Row[];
}

/** The board's filters: all timesheets, those to decide on, those that are late, and those that were sent back. */
export const shows = ["all", "decide", "missing", "back"] as const;
export type Show = (typeof shows)[number];

/** The filter in an address. */
export function readShow(text: string | null): Show {
  return shows.find((show) => show === text) ?? "all";
}

/** The end of a timesheet's id, which stands for its period. */
export function periodKey(id: string): string {
  return id.slice(-9);
}

export function buildBoard(data: TimesheetGrid["data"]): Board {
  const found = new Map<string, BoardPeriod>();
  for (const { timesheets } of data)
    for (const { id, periodStart, periodEnd, status } of timesheets) {
      const key = periodKey(id);
      const period = found.get(key) ?? { key, periodStart, periodEnd, total: 0, submitted: 0 };
      period.total++;
      if (isClosed(status)) period.submitted++;
      found.set(key, period);
    }
  const periods = [...found.values()].toSorted(
    (left, right) => left.periodStart.localeCompare(right.periodStart) || left.key.localeCompare(right.key),
  );
  const columns = new Map(periods.map(({ key }, at) => [key, at]));
  const rows = data.map(({ userId, userName, timesheets }): Row => {
    const sheets = Array<Sheet | undefined>(periods.length).fill(undefined);
    for (const sheet of timesheets) sheets[columns.get(periodKey(sheet.id)) ?? 0] = sheet;
    return { userId, name: userName, sheets };
  });
  const { compare } = new Intl.Collator();
  return { periods, rows: rows.toSorted((left, right) => compare(left.name, right.name)) };
}

function isClosed(status: Sheet["status"]): boolean {
  return status === "submitted" || status === "approved";
}

/** A timesheet's status; `late` if its period has ended without a submission. */
export type State = Sheet["status"] | "late";

export function stateOf({ status, periodEnd }: Pick<Sheet, "status" | "periodEnd">, today: string): State {
  return status === "open" && periodEnd < today ? "late" : status;
}

const shownStates = { decide: "submitted", missing: "late", back: "rejected" };

export function isShown(sheet: Sheet, show: Show, today: string): boolean {
  return show === "all" || stateOf(sheet, today) === shownStates[show];
}

/** The rows whose name contains `name` and that have a timesheet matching the filter. */
export function findRows(rows: readonly Row[], show: Show, name: string, today: string): readonly Row[] {
  const wanted = name.trim().toLowerCase();
  if (show === "all" && wanted === "") return rows;
  return rows.filter(
    (row) =>
      row.name.toLowerCase().includes(wanted) &&
      (show === "all" || row.sheets.some((sheet) => sheet !== undefined && isShown(sheet, show, today))),
  );
}

/** The person who decides, and their rights. */
export interface Decider {
  userId: string;
  ownApproval: boolean;
  /** Whether approvals are on. Without them, nothing can be submitted. */
  canSubmit: boolean;
  today: string;
}

/** An action on several timesheets at once. */
export type Task = "approve" | "submit";

export function taskOf(sheet: Sheet, decider: Decider): Task | undefined {
  if (sheet.status === "submitted") return mayDecide(sheet, decider) ? "approve" : undefined;
  const isDue = decider.canSubmit && !isClosed(sheet.status) && sheet.periodEnd < decider.today;
  return isDue && sheet.timerStartedAt === null ? "submit" : undefined;
}

/** The latest period in which the person can approve something, or the latest one. The board opens there. */
export function openingPeriod({ length }: readonly BoardPeriod[], rows: readonly Row[], decider: Decider): number {
  const columns = Array.from({ length }, (_, column) => column);
  return columns.findLast((column) => findWaiting(rows, column, "all", decider).length > 0) ?? length - 1;
}

/** The timesheets of a period that match the filter and that the person can approve. */
export function findWaiting(rows: readonly Row[], column: number, show: Show, decider: Decider): Sheet[] {
  return rows
    .map(({ sheets }) => sheets[column])
    .filter((sheet) => sheet !== undefined)
    .filter((sheet) => isShown(sheet, show, decider.today) && taskOf(sheet, decider) === "approve");
}
