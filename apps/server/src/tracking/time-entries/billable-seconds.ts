export type RoundingMode = "up" | "nearest" | "down";

export interface Rounding {
  mode: RoundingMode;
  minutes: number;
}

/**
 * The seconds that are billed for a duration: 0 when not billable, else the duration rounded to a multiple of the
 * project's minutes (`nearest`: half up). The SQL that creates entries in bulk says the same; a test compares them.
 */
export function billableSeconds(durationSeconds: number, billable: boolean, rounding: Rounding | null): number {
  if (!billable) return 0;
  if (rounding === null) return durationSeconds;
  const step = rounding.minutes * 60;
  switch (rounding.mode) {
    case "up":
      return Math.ceil(durationSeconds / step) * step;
    case "down":
      return Math.floor(durationSeconds / step) * step;
    case "nearest":
      return Math.floor((durationSeconds * 2 + step) / (2 * step)) * step;
  }
}
