import { lazyText } from "#i18n/lazy-text.ts";
import { firstSteps } from "#i18n/en/first-steps.ts";

export const useFirstStepsWords = lazyText(firstSteps, import.meta.glob(["/src/i18n/*/first-steps.ts", "!**/en/*"]));
