import type { Organization, TimeEntry, Timesheet } from "@stint/sdk";
import { type EntryRule, rulesInForce } from "#api/entry-rule.ts";
import { startMs } from "#time/start-ms.ts";
import { startOfLock } from "#time/start-of-lock.ts";
import type { EntryMap } from "./entry-map.ts";

/**
 * Updates the locks and broken rules of entries. The server reports them as of the read, and the lock date, the rules
 * and the timesheets may have changed since.
 */
export function createEntryLocks(entries: EntryMap) {
  /** Entries that start before this instant are locked; undefined until it is known. */
  let lockedBefore: number | undefined;
  /** The organization's rules in force; undefined until they are known. */
  let inForce: ReadonlySet<EntryRule> | undefined;
  let organizationVersion = 0;

  /** Returns the entry with the known lock date and rules applied. */
  function adapt(entry: TimeEntry): TimeEntry {
    const isMarked = entry.breaks?.some((rule) => inForce?.has(rule) === false) === true;
    if (!isMarked) return withLockDate(entry);
    const { breaks: marks = [], ...rest } = entry;
    const breaks = marks.filter((rule) => inForce?.has(rule) !== false);
    return withLockDate(breaks.length === 0 ? rest : { ...rest, breaks });
  }

  function withLockDate(entry: TimeEntry): TimeEntry {
    const was = entry.lockedBy?.includes("lockDate") ?? entry.locked;
    const isBefore = lockedBefore === undefined ? was : startMs(entry) < lockedBefore;
    if (isBefore === was) return entry;
    return withReason(entry, "lockDate", isBefore);
  }

  return {
    adapt,

    /** Applies the lock date and the rules of the organization, unless a later version of it is known. */
    setOrganization(organization: Organization): void {
      if (organization.version < organizationVersion) return;
      organizationVersion = organization.version;
      lockedBefore = startOfLock(organization);
      inForce = rulesInForce(organization);
      for (const entry of entries.newestFirst()) entries.set(entry.id, adapt(entry));
    },

    /** Locks the entries that start in the timesheet if it is submitted or approved; otherwise removes that lock. */
    takeTimesheet({ startsAt, endsAt, status }: Timesheet): void {
      const isClosed = status === "submitted" || status === "approved";
      for (const entry of entries.newestFirst()) {
        const { lockedBy: reasons = [] } = entry;
        const isInside = startMs(entry) >= Date.parse(startsAt) && startMs(entry) < Date.parse(endsAt);
        if (isInside && reasons.includes("timesheet") !== isClosed)
          entries.set(entry.id, withReason(entry, "timesheet", isClosed));
      }
    },
  };
}

const reasonsInOrder = ["lockDate", "timesheet", "billing"] as const;

/** Adds or removes one of the reasons why an entry is locked. */
function withReason(entry: TimeEntry, reason: (typeof reasonsInOrder)[number], isLocked: boolean): TimeEntry {
  const { lockedBy: reasons = [], ...rest } = entry;
  const lockedBy = reasonsInOrder.filter((each) => (each === reason ? isLocked : reasons.includes(each)));
  return lockedBy.length === 0 ? { ...rest, locked: false } : { ...rest, locked: true, lockedBy };
}
