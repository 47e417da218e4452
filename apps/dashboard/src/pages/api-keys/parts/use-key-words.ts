import { lazyText } from "#i18n/lazy-text.ts";
import { apiKeys } from "#i18n/en/api-keys.ts";

export const useKeyWords = lazyText(apiKeys, import.meta.glob(["/src/i18n/*/api-keys.ts", "!**/en/*"]));
