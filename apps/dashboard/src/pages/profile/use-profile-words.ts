import { lazyText } from "#api/lazy-text.ts";
import { profile } from "#text/en/profile.ts";

/** The texts of `/profile`. */
export const useProfileWords = lazyText(profile, () => import("#text/de/profile.ts").then((m) => m.profile));
