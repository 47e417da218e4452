import { lazyText } from "#i18n/lazy-text.ts";
import { imports } from "#i18n/en/imports.ts";

export const useImportWords = lazyText(imports, import.meta.glob(["/src/i18n/*/imports.ts", "!**/en/*"]));
