import { lazyText } from "#i18n/lazy-text.ts";
import { savedReports } from "#i18n/en/saved-reports.ts";

export const useSavedWords = lazyText(savedReports, () =>
  import("#i18n/de/saved-reports.ts").then((m) => m.savedReports),
);
