import { lazyText } from "#api/lazy-text.ts";
import { profile } from "#text/en/profile.ts";

/** The texts of `/profile`, and of the dialog in which people prove who they are. */
export const useProfileWords = lazyText(profile, () => import("#text/de/profile.ts").then((m) => m.profile));
