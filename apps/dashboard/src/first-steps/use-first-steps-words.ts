import { lazyText } from "#i18n/lazy-text.ts";
import { firstSteps } from "#i18n/en/first-steps.ts";

export const useFirstStepsWords = lazyText(firstSteps, () =>
  import("#i18n/de/first-steps.ts").then((m) => m.firstSteps),
);
