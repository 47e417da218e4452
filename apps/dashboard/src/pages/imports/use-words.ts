import { lazyText } from "#i18n/lazy-text.ts";
import { imports } from "#i18n/en/imports.ts";

export const useWords = lazyText(imports, () => import("#i18n/de/imports.ts").then((m) => m.imports));
