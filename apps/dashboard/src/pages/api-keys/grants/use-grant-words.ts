import { lazyText } from "#i18n/lazy-text.ts";
import { grants } from "#i18n/en/grants.ts";

export const useGrantWords = lazyText(grants, import.meta.glob(["/src/i18n/*/grants.ts", "!**/en/*"]));
