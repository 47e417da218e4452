import { lazyText } from "#api/lazy-text.ts";
import { auditLog } from "#text/en/audit-log.ts";

export const useWords = lazyText(auditLog, () => import("#text/de/audit-log.ts").then((m) => m.auditLog));
