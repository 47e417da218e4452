import { byLanguage } from "./catalogue.ts";
import type { invalid as en } from "./en/invalid.ts";

/** Why a control's content is not accepted, in place of the browser's messages, which are in the browser's language. */
export const invalid = byLanguage<typeof en>(import.meta.glob("./*/invalid.ts", { eager: true, import: "invalid" }));
