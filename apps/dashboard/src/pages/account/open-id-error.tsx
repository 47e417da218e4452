import { openId } from "#i18n/en/open-id.ts";
import { lazyText } from "#i18n/lazy-text.ts";

const useWords = lazyText(openId, import.meta.glob(["/src/i18n/*/open-id.ts", "!**/en/*"]));

/** Why single sign-on failed. */
export function OpenIdError({ error, reason }: { error: string; reason: string }) {
  const errors: Record<string, string> = useWords().errors;
  return errors[reason] ?? errors[error] ?? errors["openid_failed"];
}
