import { systemZone } from "#platform/time.ts";

/** The time of day at which backups are created, in a time zone. */
export interface BackupTime {
  /** `HH:MM` */
  time: string;
  timeZone: string;
}

/** How many recent days, weeks and months keep their newest backup. Periods without a backup do not count. */
export interface BackupKeep {
  days: number;
  weeks: number;
  months: number;
}

const most = 10_000;

/** Parses `03:00` (in the server's zone) or `03:00 Europe/Berlin`; undefined for anything else. */
export function parseBackupTime(text: string): BackupTime | undefined {
  const [, time, zone] = /^([01]\d:[0-5]\d|2[0-3]:[0-5]\d)(?: (\S+))?$/.exec(text) ?? [];
  if (time === undefined) return undefined;
  const timeZone = zone ?? systemZone();
  try {
    Temporal.Now.zonedDateTimeISO(timeZone);
  } catch {
    return undefined;
  }
  return { time, timeZone };
}

/** Parses `7d,4w,12m`, in any order; undefined for anything else, and if nothing would be kept. */
export function parseBackupKeep(text: string): BackupKeep | undefined {
  const keep = { d: 0, w: 0, m: 0 };
  const seen = new Set<string>();
  for (const part of text.split(",")) {
    const [, count, unit] = /^(\d{1,5})([dwm])$/.exec(part.trim()) ?? [];
    if (count === undefined || seen.has(unit ?? "") || Number(count) > most) return undefined;
    seen.add(unit ?? "");
    keep[unit as keyof typeof keep] = Number(count);
  }
  return keep.d + keep.w + keep.m === 0 ? undefined : { days: keep.d, weeks: keep.w, months: keep.m };
}

/**
 * Returns the last scheduled instant up to now. If clocks go back and the time occurs twice, the first occurrence
 * counts. If clocks go forward and skip the time, the backup is later by the amount skipped.
 */
export function lastSlot({ time, timeZone }: BackupTime, now: Date): Date {
  const at = Temporal.Instant.fromEpochMilliseconds(now.getTime());
  const today = at.toZonedDateTimeISO(timeZone).toPlainDate();
  for (let day = today.add({ days: 1 }); ; day = day.subtract({ days: 1 })) {
    const slot = day
      .toPlainDateTime(Temporal.PlainTime.from(time))
      .toZonedDateTime(timeZone, { disambiguation: "compatible" })
      .toInstant();
    if (Temporal.Instant.compare(slot, at) <= 0) return new Date(slot.epochMilliseconds);
  }
}

/** Lists the backups that no rule keeps. The newest backup is always kept. */
export function listSuperfluous<Backup extends { at: Date }>(
  backups: readonly Backup[],
  { days, weeks, months }: BackupKeep,
  timeZone: string,
): Backup[] {
  const newestFirst = backups.toSorted((one, other) => other.at.getTime() - one.at.getTime());
  const kept = new Set(newestFirst.slice(0, 1));
  const dayOf = ({ at }: Backup) =>
    Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
  const rules: [number, (backup: Backup) => string][] = [
    [days, (backup) => dayOf(backup).toString()],
    [weeks, (backup) => `${dayOf(backup).yearOfWeek}-${dayOf(backup).weekOfYear}`],
    [months, (backup) => dayOf(backup).toPlainYearMonth().toString()],
  ];
  for (const [count, periodOf] of rules) {
    const periods = new Set<string>();
    for (const backup of newestFirst) {
      const period = periodOf(backup);
      if (periods.has(period) || periods.size === count) continue;
      periods.add(period);
      kept.add(backup);
    }
  }
  return newestFirst.filter((backup) => !kept.has(backup));
}
