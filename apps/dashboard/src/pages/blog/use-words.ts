import { lazyText } from "#i18n/lazy-text.ts";
import { blog } from "#i18n/en/blog.ts";

export const useWords = lazyText(blog, () => import("#i18n/de/blog.ts").then((m) => m.blog));
