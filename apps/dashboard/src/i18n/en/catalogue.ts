import { days } from "./days.ts";
import { entries } from "./entries.ts";
import { keys } from "./keys.ts";
import { refusals } from "./refusals.ts";
import { screens } from "./screens.ts";
import { shell } from "./shell.ts";
import { time } from "./time.ts";

/** The English texts. Their type is the contract for every other language. */
export const catalogue = {
  days,
  entries,
  keys,
  refusals,
  screens,
  shell,
  time,
};
