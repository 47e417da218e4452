import { account } from "./en/account.ts";
import { calendar } from "./en/calendar.ts";
import { entries } from "./en/entries.ts";
import { keys } from "./en/keys.ts";
import { palette } from "./en/palette.ts";
import { refusals } from "./refusals/en.ts";
import { shell } from "./en/shell.ts";
import { time } from "./en/time.ts";
import { timesheet } from "./en/timesheet.ts";

/** The English texts; their type is what every other language has to satisfy. */
export const en = {
  account,
  calendar,
  entries,
  keys,
  palette,
  refusals,
  shell,
  time,
  timesheet,
};
