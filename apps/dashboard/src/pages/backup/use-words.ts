import { lazyText } from "#i18n/lazy-text.ts";
import { backup } from "#i18n/en/backup.ts";

export const useWords = lazyText(backup, () => import("#i18n/de/backup.ts").then((m) => m.backup));
