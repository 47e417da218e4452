import { lazyText } from "#i18n/lazy-text.ts";
import { savedReports } from "#i18n/en/saved-reports.ts";

export const useSavedWords = lazyText(savedReports, import.meta.glob(["/src/i18n/*/saved-reports.ts", "!**/en/*"]));
