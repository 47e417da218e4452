import { lazyText } from "#api/lazy-text.ts";
import { rates } from "#text/en/rates.ts";

export const useRateWords = lazyText(rates, () => import("#text/de/rates.ts").then((m) => m.rates));
