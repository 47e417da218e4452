import { lazyText } from "#i18n/lazy-text.ts";
import { calendars } from "#i18n/en/calendars.ts";

/** The texts about calendars that the person has subscribed to. */
export const useCalendarsWords = lazyText(calendars, import.meta.glob(["/src/i18n/*/calendars.ts", "!**/en/*"]));
