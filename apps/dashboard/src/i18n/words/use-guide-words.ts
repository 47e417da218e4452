import { guide } from "#i18n/en/guide.ts";
import { lazyText } from "#i18n/lazy-text.ts";

export const useGuideWords = lazyText(guide, import.meta.glob(["/src/i18n/*/guide.ts", "!**/en/*"]));
