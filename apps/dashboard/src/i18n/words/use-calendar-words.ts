import { lazyText } from "#i18n/lazy-text.ts";
import { calendar } from "#i18n/en/calendar.ts";

export const useCalendarWords = lazyText(calendar, import.meta.glob(["/src/i18n/*/calendar.ts", "!**/en/*"]), true);
