import { lazyText } from "#api/lazy-text.ts";
import { imports } from "#text/en/imports.ts";

export const useWords = lazyText(imports, () => import("#text/de/imports.ts").then((m) => m.imports));
