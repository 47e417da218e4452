import { lazyText } from "#api/lazy-text.ts";
import { savedReports } from "#text/en/saved-reports.ts";

export const useSavedWords = lazyText(savedReports, () =>
  import("#text/de/saved-reports.ts").then((m) => m.savedReports),
);
