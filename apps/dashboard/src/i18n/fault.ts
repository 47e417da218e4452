import { byLanguage } from "./catalogue.ts";
import type { fault } from "./en/fault.ts";

/** The texts about faults in every language, because they must not depend on files that have yet to be loaded. */
export const faults = byLanguage<typeof fault>(import.meta.glob("./*/fault.ts", { eager: true, import: "fault" }));
