import { lazyText } from "#i18n/lazy-text.ts";
import { clients } from "#i18n/en/clients.ts";

export const useClientWords = lazyText(clients, import.meta.glob(["/src/i18n/*/clients.ts", "!**/en/*"]));
