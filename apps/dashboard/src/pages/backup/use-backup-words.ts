import { lazyText } from "#i18n/lazy-text.ts";
import { backup } from "#i18n/en/backup.ts";

export const useBackupWords = lazyText(backup, import.meta.glob(["/src/i18n/*/backup.ts", "!**/en/*"]));
