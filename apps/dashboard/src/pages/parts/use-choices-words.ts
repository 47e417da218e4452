import { lazyText } from "#api/lazy-text.ts";
import { choices } from "#text/en/choices.ts";

export const useChoicesWords = lazyText(choices, () => import("#text/de/choices.ts").then((m) => m.choices));
