import { lazyText } from "#i18n/lazy-text.ts";
import { organization } from "#i18n/en/organization.ts";

export const useWords = lazyText(organization, () => import("#i18n/de/organization.ts").then((m) => m.organization));
