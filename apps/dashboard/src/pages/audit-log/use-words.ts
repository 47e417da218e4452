import { lazyText } from "#i18n/lazy-text.ts";
import { auditLog } from "#i18n/en/audit-log.ts";

export const useWords = lazyText(auditLog, () => import("#i18n/de/audit-log.ts").then((m) => m.auditLog));
