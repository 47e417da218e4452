import { lazyText } from "#i18n/lazy-text.ts";
import { choices } from "#i18n/en/choices.ts";

export const useChoicesWords = lazyText(choices, import.meta.glob(["/src/i18n/*/choices.ts", "!**/en/*"]));
