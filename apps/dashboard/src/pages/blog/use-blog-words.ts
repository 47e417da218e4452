import { lazyText } from "#i18n/lazy-text.ts";
import { blog } from "#i18n/en/blog.ts";

export const useBlogWords = lazyText(blog, import.meta.glob(["/src/i18n/*/blog.ts", "!**/en/*"]));
