import { lazyText } from "#api/lazy-text.ts";
import { organization } from "#text/en/organization.ts";

export const useWords = lazyText(organization, () => import("#text/de/organization.ts").then((m) => m.organization));
