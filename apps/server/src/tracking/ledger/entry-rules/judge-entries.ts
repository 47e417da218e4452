import { type EntryRule, entryRuleNames, type LockedRules } from "#identity/organizations/entry-rules.ts";
import type { Transaction } from "#platform/database/database.ts";
import { dateAt } from "#platform/days.ts";
import { AppError, type FieldError } from "#platform/errors.ts";
import { startOfDayMs } from "#platform/time.ts";
import { findOverlaps } from "./overlaps.ts";
import { hasOtherTime, type RuledEntry, type Writing } from "./writing.ts";

interface Verdict {
  /** The new value of the entry's `breaks` column. */
  breaks: EntryRule[] | null;
  refusal: AppError | undefined;
}

/**
 * Judges the entries that a transaction is about to write, as they will be after all of its writes. Refuses a write
 * only for a breach that the write creates or changes, and marks any other breach. If the rules refuse overlaps, locks
 * the entries' members, so the budgets must already be locked.
 */
export async function judgeEntries(
  tx: Transaction,
  orgId: string,
  rules: LockedRules,
  writings: Writing[],
  { now }: { now: Date },
): Promise<Verdict[]> {
  const overlapping = rules.overlaps === "refuse" ? await findOverlaps(tx, orgId, writings) : new Set<string>();
  const earliestMs = earliestStartMs(rules, now);
  return writings.map((writing) => {
    const { is, was, marks, isTimer } = writing;
    const changesTime = hasOtherTime({ was, is });
    const keeps = (rule: EntryRule) => marks.includes(rule);
    const isLate = [is, was].some((entry) => entry !== undefined && Date.parse(entry.started_at) < earliestMs);
    const longest = rules.longestTimerSeconds ?? null;
    const broken: Record<EntryRule, boolean> = {
      requireDescription: rules.requireDescription === true && is.description.trim() === "",
      requireTag: rules.requireTag === true && is.tags.length === 0,
      overlaps: overlapping.has(is.id),
      latestDays: isLate && (changesTime ? !writing.isExcused : keeps("latestDays")),
      longestTimerSeconds:
        longest !== null && is.duration_seconds > longest && (isTimer || keeps("longestTimerSeconds")),
    };
    const reads: Record<EntryRule, boolean> = {
      requireDescription: was === undefined || was.description !== is.description,
      requireTag: was === undefined || was.tags.length > 0,
      overlaps: changesTime,
      latestDays: changesTime,
      longestTimerSeconds: false,
    };
    const breaks = entryRuleNames.filter((rule) => broken[rule]);
    const refused = isTimer ? [] : breaks.filter((rule) => reads[rule]);
    return { breaks: breaks.length === 0 ? null : breaks, refusal: refusalOf(refused, rules, now) };
  });
}

/** Throws if the entry is too old to be deleted, unless a reason was given. */
export function refuseLateDeletion(
  rules: LockedRules | undefined,
  { started_at: startedAt }: Pick<RuledEntry, "started_at">,
  { now, isExcused }: { now: Date; isExcused: boolean },
): void {
  if (rules === undefined || isExcused || Date.parse(startedAt) >= earliestStartMs(rules, now)) return;
  throw refusalOf(["latestDays"], rules, now) ?? new Error("a broken rule has a refusal");
}

function earliestDay({ timeZone, latestDays }: LockedRules, now: Date): string | undefined {
  if (latestDays === undefined || latestDays === null) return undefined;
  return Temporal.PlainDate.from(dateAt(now.getTime(), timeZone)).subtract({ days: latestDays }).toString();
}

function earliestStartMs(rules: LockedRules, now: Date): number {
  const day = earliestDay(rules, now);
  return day === undefined ? -Infinity : startOfDayMs(day, rules.timeZone);
}

function refusalOf(refused: EntryRule[], rules: LockedRules, now: Date): AppError | undefined {
  const errors = refused.map((rule): FieldError => {
    return { pointer: `/entryRules/${rule}`, code: "entry_rule", message: messageOf(rule, rules, now) };
  });
  const [first] = errors;
  return first && new AppError("entry_rule", first.message, { errors });
}

function messageOf(rule: EntryRule, rules: LockedRules, now: Date): string {
  switch (rule) {
    case "requireDescription":
      return "In this organization, every entry needs a description. Add one.";
    case "requireTag":
      return "In this organization, every entry needs a tag. Add at least one.";
    case "overlaps":
      return "The entry overlaps another entry of the same member. Change its start or its duration, or change the other entry first.";
    case "latestDays":
      return `Time that began before ${earliestDay(rules, now)} can no longer be written or deleted. Ask an owner or admin, who can still do so with a lateReason.`;
    case "longestTimerSeconds":
      return "The timer ran for too long. Correct the duration.";
  }
}
