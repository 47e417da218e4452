import { lazyText } from "#i18n/lazy-text.ts";
import { profile } from "#i18n/en/profile.ts";

export const useProfileWords = lazyText(profile, import.meta.glob(["/src/i18n/*/profile.ts", "!**/en/*"]));
