import { ApiError, type Organization, type TimeEntry } from "@stint/sdk";

export type EntryRule = NonNullable<TimeEntry["breaks"]>[number];

const pointer = /\/entryRules\/(\w+)$/;

export function brokenRules(error: unknown): EntryRule[] {
  return error instanceof ApiError ? rulesIn(error.errors) : [];
}

export function rulesIn(errors: ApiError["errors"]): EntryRule[] {
  const names = errors.flatMap(({ code, pointer: at }) => (code === "entry_rule" ? (pointer.exec(at)?.[1] ?? []) : []));
  return [...new Set(names)] as EntryRule[];
}

/**
 * Returns the rules that are turned on. Undefined if the organization was stored on the device before entry rules
 * existed.
 */
export function rulesInForce({ entryRules }: Partial<Pick<Organization, "entryRules">>): Set<EntryRule> | undefined {
  if (entryRules === undefined) return undefined;
  const { requireDescription, requireTag, overlaps, latestDays, longestTimerSeconds } = entryRules;
  const isOn: Record<EntryRule, boolean> = {
    requireDescription,
    requireTag,
    overlaps: overlaps === "refuse",
    latestDays: latestDays !== null,
    longestTimerSeconds: longestTimerSeconds !== null,
  };
  return new Set((Object.keys(isOn) as EntryRule[]).filter((rule) => isOn[rule]));
}
