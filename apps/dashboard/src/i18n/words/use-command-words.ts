import { lazyText } from "#i18n/lazy-text.ts";
import { commands } from "#i18n/en/commands.ts";

export const useCommandWords = lazyText(commands, import.meta.glob(["/src/i18n/*/commands.ts", "!**/en/*"]));
