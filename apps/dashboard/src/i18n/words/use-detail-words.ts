import { lazyText } from "#i18n/lazy-text.ts";
import { project } from "#i18n/en/project.ts";

export const useDetailWords = lazyText(project, import.meta.glob(["/src/i18n/*/project.ts", "!**/en/*"]));
