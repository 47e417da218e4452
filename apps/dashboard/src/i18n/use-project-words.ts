import { lazyText } from "./lazy-text.ts";
import { projects } from "./en/projects.ts";

export const useProjectWords = lazyText(projects, () => import("./de/projects.ts").then((m) => m.projects));
