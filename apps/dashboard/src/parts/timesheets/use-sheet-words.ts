import { lazyText } from "#i18n/lazy-text.ts";
import { timesheets } from "#i18n/en/timesheets.ts";

/** The texts about timesheets that several screens share. */
export const useSheetWords = lazyText(timesheets, import.meta.glob(["/src/i18n/*/timesheets.ts", "!**/en/*"]));
