import { lazyText } from "#i18n/lazy-text.ts";
import { projects } from "#i18n/en/projects.ts";

export const useProjectWords = lazyText(projects, import.meta.glob(["/src/i18n/*/projects.ts", "!**/en/*"]));
