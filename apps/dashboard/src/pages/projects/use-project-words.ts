import { lazyText } from "#api/lazy-text.ts";
import { projects } from "#text/en/projects.ts";

export const useProjectWords = lazyText(projects, () => import("#text/de/projects.ts").then((m) => m.projects));
