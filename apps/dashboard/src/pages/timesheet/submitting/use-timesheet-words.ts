import { lazyText } from "#i18n/lazy-text.ts";
import { submissions } from "#i18n/en/submissions.ts";

export const useTimesheetWords = lazyText(submissions, import.meta.glob(["/src/i18n/*/submissions.ts", "!**/en/*"]));
