import { lazyText } from "#api/lazy-text.ts";
import { backup } from "#text/en/backup.ts";

export const useWords = lazyText(backup, () => import("#text/de/backup.ts").then((m) => m.backup));
