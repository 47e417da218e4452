import { lazyText } from "./lazy-text.ts";
import { projects } from "./en/projects.ts";

export const useProjectWords = lazyText(
  projects,
  import.meta.glob(["/src/i18n/*/projects.ts", "!**/en/*"], { import: "projects" }),
);
