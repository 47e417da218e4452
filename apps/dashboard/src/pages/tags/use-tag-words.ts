import { lazyText } from "#api/lazy-text.ts";
import { tags } from "#text/en/tags.ts";

export const useTagWords = lazyText(tags, () => import("#text/de/tags.ts").then((m) => m.tags));
