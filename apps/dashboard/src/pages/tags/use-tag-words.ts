import { lazyText } from "#i18n/lazy-text.ts";
import { tags } from "#i18n/en/tags.ts";

export const useTagWords = lazyText(tags, import.meta.glob(["/src/i18n/*/tags.ts", "!**/en/*"]));
