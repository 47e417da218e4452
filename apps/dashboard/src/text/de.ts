import { account } from "./de/account.ts";
import { calendar } from "./de/calendar.ts";
import { entries } from "./de/entries.ts";
import { keys } from "./de/keys.ts";
import { palette } from "./de/palette.ts";
import { refusals } from "./refusals/de.ts";
import { shell } from "./de/shell.ts";
import { time } from "./de/time.ts";
import { timesheet } from "./de/timesheet.ts";
import type { Catalogue } from "./catalogue.ts";

export const de: Catalogue = {
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
