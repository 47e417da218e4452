import { lazyText } from "#i18n/lazy-text.ts";
import { apiKeys } from "#i18n/en/api-keys.ts";

export const useWords = lazyText(apiKeys, () => import("#i18n/de/api-keys.ts").then((m) => m.apiKeys));
