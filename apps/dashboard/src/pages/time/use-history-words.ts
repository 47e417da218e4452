import { lazyText } from "#i18n/lazy-text.ts";
import { history } from "#i18n/en/history.ts";

export const useHistoryWords = lazyText(history, import.meta.glob(["/src/i18n/*/history.ts", "!**/en/*"]));
