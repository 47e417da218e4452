import { lazyText } from "#i18n/lazy-text.ts";
import { addEntry } from "#i18n/en/add-entry.ts";

export const useWords = lazyText(addEntry, () => import("#i18n/de/add-entry.ts").then((m) => m.addEntry));
