import { lazyText } from "#i18n/lazy-text.ts";
import { settings } from "#i18n/en/settings.ts";

/** Texts shared by the `/settings` screens. */
export const useSettingsWords = lazyText(settings, import.meta.glob(["/src/i18n/*/settings.ts", "!**/en/*"]));
