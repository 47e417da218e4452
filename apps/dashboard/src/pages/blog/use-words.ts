import { lazyText } from "#api/lazy-text.ts";
import { blog } from "#text/en/blog.ts";

export const useWords = lazyText(blog, () => import("#text/de/blog.ts").then((m) => m.blog));
