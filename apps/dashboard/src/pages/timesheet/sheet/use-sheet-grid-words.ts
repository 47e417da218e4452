import { lazyText } from "#i18n/lazy-text.ts";
import { timesheet } from "#i18n/en/timesheet.ts";

export const useSheetGridWords = lazyText(timesheet, import.meta.glob(["/src/i18n/*/timesheet.ts", "!**/en/*"]), true);
