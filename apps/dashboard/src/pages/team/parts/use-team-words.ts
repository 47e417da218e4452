import { lazyText } from "#i18n/lazy-text.ts";
import { team } from "#i18n/en/team.ts";

export const useTeamWords = lazyText(team, import.meta.glob(["/src/i18n/*/team.ts", "!**/en/*"]));
