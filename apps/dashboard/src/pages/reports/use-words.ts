import { lazyText } from "#api/lazy-text.ts";
import { reports } from "#text/en/reports.ts";

export const useWords = lazyText(reports, () => import("#text/de/reports.ts").then((m) => m.reports));
