import { lazyText } from "#i18n/lazy-text.ts";
import { entryFields } from "#i18n/en/entry-fields.ts";

export const useFieldWords = lazyText(entryFields, import.meta.glob(["/src/i18n/*/entry-fields.ts", "!**/en/*"]), true);
