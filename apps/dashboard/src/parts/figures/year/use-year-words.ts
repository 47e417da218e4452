import { lazyText } from "#i18n/lazy-text.ts";
import { year } from "#i18n/en/year.ts";

export const useYearWords = lazyText(year, import.meta.glob(["/src/i18n/*/year.ts", "!**/en/*"]));
