import { lazyText } from "#i18n/lazy-text.ts";
import { account } from "#i18n/en/account.ts";

export const useAccountWords = lazyText(account, import.meta.glob(["/src/i18n/*/account.ts", "!**/en/*"]), true);
