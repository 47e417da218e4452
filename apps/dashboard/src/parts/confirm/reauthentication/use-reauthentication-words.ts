import { lazyText } from "#i18n/lazy-text.ts";
import { proof } from "#i18n/en/proof.ts";

export const useReauthenticationWords = lazyText(proof, import.meta.glob(["/src/i18n/*/proof.ts", "!**/en/*"]));
