import { lazyText } from "#i18n/lazy-text.ts";
import { billing } from "#i18n/en/billing.ts";

export const useBillingWords = lazyText(billing, import.meta.glob(["/src/i18n/*/billing.ts", "!**/en/*"]));
