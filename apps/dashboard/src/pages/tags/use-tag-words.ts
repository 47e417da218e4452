import { lazyText } from "#i18n/lazy-text.ts";
import { tags } from "#i18n/en/tags.ts";

export const useTagWords = lazyText(tags, () => import("#i18n/de/tags.ts").then((m) => m.tags));
