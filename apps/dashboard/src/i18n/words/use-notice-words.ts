import { lazyText } from "#i18n/lazy-text.ts";
import { notices } from "#i18n/en/notices.ts";

export const useNoticeWords = lazyText(notices, import.meta.glob(["/src/i18n/*/notices.ts", "!**/en/*"]));
