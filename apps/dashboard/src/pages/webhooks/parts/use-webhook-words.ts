import { lazyText } from "#i18n/lazy-text.ts";
import { webhooks } from "#i18n/en/webhooks.ts";

export const useWebhookWords = lazyText(webhooks, import.meta.glob(["/src/i18n/*/webhooks.ts", "!**/en/*"]));
