import { lazyText } from "#i18n/lazy-text.ts";
import { copyDay } from "#i18n/en/copy-day.ts";

export const useCopyDayWords = lazyText(copyDay, import.meta.glob(["/src/i18n/*/copy-day.ts", "!**/en/*"]));
