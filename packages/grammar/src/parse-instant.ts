import { dayMs } from "./days.ts";

const instant =
  /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:Z|([+-])(\d\d)(?::?([0-5]\d))?)$/i;

/**
 * Parses an ISO 8601 instant with an offset into milliseconds since 1970, truncated; undefined for anything else, such
 * as a day that does not exist or a leap second. The offset is `Z`, `+02`, `+0200` or `+02:00`; a fraction may follow a
 * comma, and a blank may replace the `T`. 24:00 is the end of the day.
 */
export function parseInstant(text: string): number | undefined {
  const [whole, ...fields] = instant.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = fields
    .slice(0, 6)
    .map((each) => Number(each ?? 0));
  const [fraction = "", sign, hours = "0", minutes = "0"] = fields.slice(6);
  const midnight = Date.UTC(year, month - 1, day);
  // Date.UTC reads 31 February as 3 March, and the years 0 to 99 as 1900 to 1999.
  if (new Date(midnight).toISOString().slice(0, 10) !== text.slice(0, 10)) return undefined;
  const ofDay = ((hour * 60 + minute) * 60 + second) * 1000 + Number(fraction.padEnd(3, "0").slice(0, 3));
  // PostgreSQL accepts offsets below 16 hours; those of zones stay within 14.
  if (minute > 59 || second > 59 || ofDay > dayMs || Number(hours) > 15) return undefined;
  return midnight + ofDay - (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
