import { lazyText } from "#i18n/lazy-text.ts";
import { reports } from "#i18n/en/reports.ts";

export const useReportWords = lazyText(reports, import.meta.glob(["/src/i18n/*/reports.ts", "!**/en/*"]));
