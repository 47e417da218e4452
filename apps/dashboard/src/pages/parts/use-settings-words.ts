import { lazyText } from "#api/lazy-text.ts";
import { settings } from "#text/en/settings.ts";

/** Words that the screens of `/settings` share. */
export const useSettingsWords = lazyText(settings, () => import("#text/de/settings.ts").then((m) => m.settings));
