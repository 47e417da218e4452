import { lazyText } from "#i18n/lazy-text.ts";
import { copyDay } from "#i18n/en/copy-day.ts";

export const useWords = lazyText(copyDay, () => import("#i18n/de/copy-day.ts").then((m) => m.copyDay));
