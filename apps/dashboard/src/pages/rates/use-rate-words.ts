import { lazyText } from "#i18n/lazy-text.ts";
import { rates } from "#i18n/en/rates.ts";

export const useRateWords = lazyText(rates, () => import("#i18n/de/rates.ts").then((m) => m.rates));
