import { lazyText } from "#api/lazy-text.ts";
import { firstSteps } from "#text/en/first-steps.ts";

export const useFirstStepsWords = lazyText(firstSteps, () =>
  import("#text/de/first-steps.ts").then((m) => m.firstSteps),
);
