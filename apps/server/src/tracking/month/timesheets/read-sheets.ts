import type { OrganizationRow } from "#identity/organizations/queries.ts";
import type { Database } from "#platform/database/database.ts";
import { rowsOfTurn } from "#platform/process/row-counts.ts";
import { dateAt } from "#platform/days.ts";
import { AppError } from "#platform/errors.ts";
import { nextTurn } from "#platform/process/loop-turns.ts";
import type { HiddenEntries } from "#tracking/ledger/projects/visibility.ts";
import { cutOpen, type Period, periodFrom, periodsBetween, readSheetId, sheetId, startOfPeriod } from "./periods.ts";
import {
  type Figures,
  isClosed,
  listEntryMonths,
  listSheetMembers,
  listShown,
  type SheetMember,
  type Span,
  type ShownRow,
} from "./queries.ts";
import { relevantPeriods } from "./relevant-periods.ts";
import { sumSpans } from "./sum-spans.ts";

/** A timesheet in its current state, stored or not. */
export interface Sheet extends ShownRow {
  /** Whether the timesheet has entries that are hidden from the reader and therefore missing from the figures. */
  partial: boolean;
  /** The parts of the span that belong to timesheets that were closed earlier. */
  holes: Span[];
  /** Whether the timesheet is open but no longer a period under the current settings, so it has no entries. */
  isFormer: boolean;
  /** Whether the member is active and joined before the end of the period. */
  isDue: boolean;
  joinedAt: string;
}

export type SheetWithoutFigures = Omit<Sheet, "partial">;

type Cut = Omit<SheetWithoutFigures, "holes" | "isFormer" | "isDue" | "joinedAt">;

export interface Reading {
  organization: OrganizationRow;
  hidden: HiddenEntries | undefined;
  now: Date;
}

/** The timesheets to read: those whose first day is in the range. Without `userIds`, those of all members. */
export interface Wanted {
  userIds: readonly string[] | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** If set, only the timesheets with these ids. */
  ids?: ReadonlySet<string>;
  /** Throws 422 if there are far more timesheets than this, before computing them. */
  most?: number;
}

/**
 * The timesheets of members: stored ones, open periods of active members since they joined, and other open periods that
 * have entries. An entry belongs to the timesheet whose span contains its start. If spans overlap because the settings
 * changed, the entry belongs to the timesheet that was closed first.
 */
export async function readSheets(db: Database, reading: Reading, wanted: Wanted): Promise<Sheet[]> {
  return readFigures(db, reading, await cutSheets(db, reading, wanted));
}

/** The timesheets with their spans. Open ones have no figures yet, and include some that `readFigures` removes. */
export async function cutSheets(
  db: Database,
  { organization, now }: Reading,
  wanted: Wanted,
): Promise<SheetWithoutFigures[]> {
  const { userIds, ids, most = Infinity } = wanted;
  const [members, stored, months] = await Promise.all([
    listSheetMembers(db, organization.id, userIds),
    listShown(db, organization.id, userIds, { from: wanted.from, to: wanted.to }),
    ids === undefined ? listEntryMonths(db, organization.id, userIds, { from: wanted.from, to: wanted.to }) : [],
  ]);
  const storedOf = Map.groupBy(stored, (row) => row.user_id);
  const periods = openPeriods({ organization, now }, wanted);
  const msOf = instantReader();
  const relevant = ids === undefined ? relevantPeriods(periods, months, msOf) : () => periods;
  const open = members.map((member) => ({ member, periods: relevant(member) }));
  // Twice as many are allowed, because the weeks without entries in a month with entries are removed later.
  if (open.reduce((sum, each) => sum + each.periods.length, 0) > 2 * most) throw tooManySheets(most);
  const sheets: SheetWithoutFigures[] = [];
  let turnEnds = rowsOfTurn;
  for (const { member, periods: ofMember } of open) {
    const own = storedOf.get(member.user_id) ?? [];
    const closed = own.filter(isClosed).map((row) => timed(row, msOf));
    for (const sheet of sheetsOf(organization, member, own, ofMember)) {
      const { id, period_start: start } = sheet;
      if (ids === undefined ? !isWithin(start, wanted) : !ids.has(id)) continue;
      sheets.push({
        ...sheet,
        holes: closed.length === 0 ? [] : holesOf(timed(sheet, msOf), closed),
        isFormer: isFormer(sheet, organization),
        isDue: member.is_active && msOf(member.created_at) < msOf(sheet.ends_at),
        joinedAt: member.created_at,
      });
    }
    if (sheets.length < turnEnds) continue;
    await nextTurn();
    turnEnds = sheets.length + rowsOfTurn;
  }
  return sheets;
}

export function tooManySheets(most: number): AppError {
  return new AppError(
    "too_many_groups",
    `There are too many timesheets in this range; at most ${most} are returned. Shorten the range, or choose a team.`,
  );
}

/** Adds the figures. Removes open timesheets that are not due and have no entries. */
export async function readFigures(
  db: Database,
  { organization, hidden }: Reading,
  sheets: SheetWithoutFigures[],
): Promise<Sheet[]> {
  const summed = sheets.filter((sheet) => !sheet.isFormer && (hidden !== undefined || !isClosed(sheet)));
  const figures = await sumSpans(db, organization.id, summed.flatMap(spansOf), hidden);
  return sheets
    .map((sheet): Sheet => {
      if (hidden === undefined && isClosed(sheet)) return { ...sheet, partial: false };
      const found = figures.get(sheet.id);
      return { ...sheet, ...(found ?? noFigures), partial: found?.partial ?? false };
    })
    .filter((sheet) => sheet.version > 0 || sheet.entries > 0 || sheet.partial || sheet.isDue);
}

const noFigures: Figures = { seconds: 0, billable_seconds: 0, entries: 0, amount_minor: 0, breaks: 0 };

/**
 * Whether the timesheet is open but no longer a period under the current settings. If approvals are off, periods stay
 * as they are.
 */
function isFormer(sheet: Pick<ShownRow, "status" | "period" | "period_start">, organization: OrganizationRow): boolean {
  const { approvals, week_start: weekStart } = organization;
  if (isClosed(sheet) || approvals === null) return false;
  const { period: kind, from } = approvals;
  const isPeriod =
    sheet.period === kind && startOfPeriod(sheet.period_start, { kind, weekStart }) === sheet.period_start;
  return !isPeriod || sheet.period_start < startOfPeriod(from, { kind, weekStart });
}

function isWithin(start: string, { from = "", to = "9999" }: Wanted): boolean {
  return start >= from && start <= to;
}

/** The periods that members must submit and that start in the range, up to the current one. */
function openPeriods({ organization, now }: Omit<Reading, "hidden">, { from, to, ids }: Wanted): Period[] {
  const { approvals, time_zone: timeZone, week_start: weekStart } = organization;
  if (approvals === null) return [];
  const calendar = { kind: approvals.period, weekStart, timeZone };
  const first = startOfPeriod(approvals.from, calendar);
  const today = dateAt(now.getTime(), timeZone);
  if (ids !== undefined) {
    const starts = new Set([...ids].map((id) => readSheetId(id)?.start ?? ""));
    const isPeriod = (start: string) => start >= first && start <= today && startOfPeriod(start, calendar) === start;
    return [...starts].filter(isPeriod).map((start) => periodFrom(start, calendar));
  }
  const since = from === undefined || from < first ? first : from;
  const until = to === undefined || to > today ? today : to;
  return since > until ? [] : periodsBetween(since, until, calendar).filter(({ start }) => start >= since);
}

function sheetsOf(
  organization: OrganizationRow,
  member: SheetMember,
  own: ShownRow[],
  periods: readonly Period[],
): Cut[] {
  const closed = own.filter(isClosed).map((row) => {
    return { kind: row.period, start: row.period_start, startsAt: row.starts_at, endsAt: row.ends_at };
  });
  const { time_zone: timeZone } = organization;
  const kept = own.map((row) => {
    if (isClosed(row)) return row;
    const period = cutOpen(periodFrom(row.period_start, { kind: row.period, timeZone }), closed);
    return { ...row, starts_at: period.startsAt, ends_at: period.endsAt, time_zone: timeZone };
  });
  const known = new Set(own.map(({ id }) => id));
  const added = periods.flatMap((period) => {
    if (known.has(sheetId({ userId: member.user_id, ...period }))) return [];
    const sheet = notStored(organization, member, cutOpen(period, closed));
    return Date.parse(sheet.starts_at) >= Date.parse(sheet.ends_at) ? [] : sheet;
  });
  return [...kept, ...added];
}

function notStored(organization: OrganizationRow, { user_id: userId }: SheetMember, period: Period) {
  const { kind, start, end, startsAt, endsAt } = period;
  return {
    ...noFigures,
    org_id: organization.id,
    id: sheetId({ userId, kind, start }),
    user_id: userId,
    period: kind,
    period_start: start,
    period_end: end,
    starts_at: startsAt,
    ends_at: endsAt,
    time_zone: organization.time_zone,
    status: "open" as const,
    revision: 0,
    submitted_at: null,
    submitted_by: null,
    decided_at: null,
    decided_by: null,
    note: null,
    statement_hash: null,
    version: 0,
  };
}

/** A timesheet with its span in milliseconds, because comparing the texts would parse them many times. */
interface Timed<Row> {
  sheet: Row;
  startMs: number;
  endMs: number;
}

/**
 * Returns a function that parses each distinct instant once, because a thousand members' timesheets share the
 * instants of a few periods.
 */
function instantReader(): (instant: string) => number {
  const known = new Map<string, number>();
  return (instant) => {
    const ms = known.get(instant) ?? Date.parse(instant);
    known.set(instant, ms);
    return ms;
  };
}

function timed<Row extends Spanned>(sheet: Row, msOf: (instant: string) => number): Timed<Row> {
  return { sheet, startMs: msOf(sheet.starts_at), endMs: msOf(sheet.ends_at) };
}

/**
 * The parts of the timesheet's span that belong to closed timesheets. If the timesheet is itself closed, only
 * timesheets closed before it count.
 */
function holesOf({ sheet, startMs, endMs }: Timed<Cut>, closed: readonly Timed<ShownRow>[]): Span[] {
  const holes: Span[] = [];
  for (const other of closed) {
    if (startMs >= other.endMs || other.startMs >= endMs || other.sheet.id === sheet.id) continue;
    if (isClosed(sheet) && !isClosedBefore(other.sheet, sheet)) continue;
    holes.push({
      key: sheet.id,
      userId: sheet.user_id,
      startsAt: startMs > other.startMs ? sheet.starts_at : other.sheet.starts_at,
      endsAt: endMs < other.endMs ? sheet.ends_at : other.sheet.ends_at,
      sign: -1,
    });
  }
  return holes;
}

type Spanned = Pick<ShownRow, "id" | "starts_at" | "ends_at" | "submitted_at">;

export function overlaps(one: Spanned, other: Spanned): boolean {
  return Date.parse(one.starts_at) < Date.parse(other.ends_at) && Date.parse(other.starts_at) < Date.parse(one.ends_at);
}

export function isClosedBefore(one: Spanned, other: Spanned): boolean {
  const [first, second] = [Date.parse(one.submitted_at ?? ""), Date.parse(other.submitted_at ?? "")];
  return first < second || (first === second && one.id < other.id);
}

export function spanOf({ id, user_id: userId, starts_at: startsAt, ends_at: endsAt }: SheetWithoutFigures): Span {
  return { key: id, userId, startsAt, endsAt, sign: 1 };
}

export function spansOf(sheet: SheetWithoutFigures): Span[] {
  return [spanOf(sheet), ...sheet.holes];
}
