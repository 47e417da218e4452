import { lazyText } from "#i18n/lazy-text.ts";
import { lines } from "#i18n/en/lines.ts";

export const useLineWords = lazyText(lines, import.meta.glob(["/src/i18n/*/lines.ts", "!**/en/*"]));
