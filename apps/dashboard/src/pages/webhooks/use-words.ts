import { lazyText } from "#i18n/lazy-text.ts";
import { webhooks } from "#i18n/en/webhooks.ts";

export const useWords = lazyText(webhooks, () => import("#i18n/de/webhooks.ts").then((m) => m.webhooks));
