import { days } from "./days.ts";
import { entries } from "./entries.ts";
import { keys } from "./keys.ts";
import { refusals } from "./refusals.ts";
import { screens } from "./screens.ts";
import { shell } from "./shell.ts";
import { time } from "./time.ts";
import type { Catalogue } from "#i18n/catalogue.ts";

export const catalogue: Catalogue = {
  days,
  entries,
  keys,
  refusals,
  screens,
  shell,
  time,
};
