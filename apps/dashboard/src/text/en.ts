import { entries } from "./en/entries.ts";
import { shell } from "./en/shell.ts";
import { account } from "./en/account.ts";
import { time } from "./en/time.ts";

/** The English texts; their type is what every other language has to satisfy. */
export const en = { shell, account, entries, time };
