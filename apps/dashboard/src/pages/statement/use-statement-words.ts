import { lazyText } from "#i18n/lazy-text.ts";
import { statement } from "#i18n/en/statement.ts";

export const useStatementWords = lazyText(statement, import.meta.glob(["/src/i18n/*/statement.ts", "!**/en/*"]));
