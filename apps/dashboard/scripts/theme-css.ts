import { convertCssVariables, defaultCssVariablesResolver, DEFAULT_THEME, mergeMantineTheme } from "@mantine/core";
import type { Plugin } from "vite";
import { theme } from "../src/ui/theme/theme.ts";

const id = "virtual:theme.css";

/**
 * Puts Mantine's variables into a style sheet, because the content security policy blocks styles that a script writes
 * into the page.
 */
export function themeCss(): Plugin {
  return {
    name: "theme-css",
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load(source) {
      if (source !== `\0${id}`) return undefined;
      const resolved = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme));
      return convertCssVariables(resolved, ":root");
    },
  };
}
