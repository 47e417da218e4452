import { lazyText } from "#i18n/lazy-text.ts";
import { organization } from "#i18n/en/organization.ts";

export const useOrganizationWords = lazyText(
  organization,
  import.meta.glob(["/src/i18n/*/organization.ts", "!**/en/*"]),
);
