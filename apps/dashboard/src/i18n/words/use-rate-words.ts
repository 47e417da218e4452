import { lazyText } from "#i18n/lazy-text.ts";
import { rates } from "#i18n/en/rates.ts";

export const useRateWords = lazyText(rates, import.meta.glob(["/src/i18n/*/rates.ts", "!**/en/*"]));
