import { lazyText } from "#api/lazy-text.ts";
import { team } from "#text/en/team.ts";

export const useWords = lazyText(team, () => import("#text/de/team.ts").then((m) => m.team));
