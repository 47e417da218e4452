import { lazyText } from "#i18n/lazy-text.ts";
import { auditLog } from "#i18n/en/audit-log.ts";

export const useAuditWords = lazyText(auditLog, import.meta.glob(["/src/i18n/*/audit-log.ts", "!**/en/*"]));
