import {
  type Days,
  PeriodError,
  periods,
  readPeriod as read,
  startOfWeek,
  type WeekDay,
} from "@stint/grammar/read-period.ts";
import { wrongInput } from "#src/failure/failure.ts";

export { type Days, periods, startOfWeek, type WeekDay };

/** Reads a period that the user typed. Throws with a hint if it is not a period. */
export function readPeriod(...given: Parameters<typeof read>): Days {
  try {
    return read(...given);
  } catch (error) {
    if (error instanceof PeriodError) throw wrongInput(error.message, error.hint);
    throw error;
  }
}
