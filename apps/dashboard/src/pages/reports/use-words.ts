import { lazyText } from "#i18n/lazy-text.ts";
import { reports } from "#i18n/en/reports.ts";

export const useWords = lazyText(reports, () => import("#i18n/de/reports.ts").then((m) => m.reports));
