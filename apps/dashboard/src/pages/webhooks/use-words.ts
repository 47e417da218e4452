import { lazyText } from "#api/lazy-text.ts";
import { webhooks } from "#text/en/webhooks.ts";

export const useWords = lazyText(webhooks, () => import("#text/de/webhooks.ts").then((m) => m.webhooks));
