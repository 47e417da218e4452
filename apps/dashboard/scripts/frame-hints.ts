import { listLanguages } from "../src/i18n/list-texts.ts";
import type { Plugin } from "vite";

/**
 * Writes the placeholder of the timer field and the message about faults, in every language, into index.html, where
 * public/theme.js reads them.
 */
export function frameHints(): Plugin {
  return {
    name: "frame-hints",
    async transformIndexHtml(html) {
      const hints = listLanguages().map(async (language) => {
        const { time } = await import(`../src/i18n/${language}/time.ts`);
        const { fault } = await import(`../src/i18n/${language}/fault.ts`);
        return [language, [time.whatAreYouWorkingOn, fault.failed]];
      });
      const data = JSON.stringify(Object.fromEntries(await Promise.all(hints))).replaceAll("'", "&#39;");
      return html.replace('src="/theme.js"', `data-hints='${data}' src="/theme.js"`);
    },
  };
}
