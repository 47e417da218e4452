import { lazyText } from "#i18n/lazy-text.ts";
import { settings } from "#i18n/en/settings.ts";

/** Texts shared by the `/settings` screens. */
export const useSettingsWords = lazyText(settings, () => import("#i18n/de/settings.ts").then((m) => m.settings));
