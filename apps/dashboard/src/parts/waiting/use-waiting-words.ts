import { lazyText } from "#i18n/lazy-text.ts";
import { waiting } from "#i18n/en/waiting.ts";

export const useWaitingWords = lazyText(waiting, import.meta.glob(["/src/i18n/*/waiting.ts", "!**/en/*"]));
