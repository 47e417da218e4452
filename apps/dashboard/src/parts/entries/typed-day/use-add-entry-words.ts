import { lazyText } from "#i18n/lazy-text.ts";
import { addEntry } from "#i18n/en/add-entry.ts";

export const useAddEntryWords = lazyText(addEntry, import.meta.glob(["/src/i18n/*/add-entry.ts", "!**/en/*"]));
