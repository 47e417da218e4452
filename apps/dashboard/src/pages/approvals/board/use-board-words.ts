import { lazyText } from "#i18n/lazy-text.ts";
import { approvals } from "#i18n/en/approvals.ts";

export const useBoardWords = lazyText(approvals, import.meta.glob(["/src/i18n/*/approvals.ts", "!**/en/*"]));
