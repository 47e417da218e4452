import { lazyText } from "#api/lazy-text.ts";
import { apiKeys } from "#text/en/api-keys.ts";

export const useWords = lazyText(apiKeys, () => import("#text/de/api-keys.ts").then((m) => m.apiKeys));
