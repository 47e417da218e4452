import { lazyText } from "#i18n/lazy-text.ts";
import { team } from "#i18n/en/team.ts";

export const useWords = lazyText(team, () => import("#i18n/de/team.ts").then((m) => m.team));
