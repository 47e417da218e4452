import { lazyText } from "#api/lazy-text.ts";
import { project } from "#text/en/project.ts";

export const useDetailWords = lazyText(project, () => import("#text/de/project.ts").then((m) => m.project));
