import type { Plugin, Rolldown } from "vite";

/** The modules that `src/routes.tsx` preloads for a path, in addition to the entry module. */
const modules: Record<string, string[]> = {
  "/sign-in": ["pages/account/sign-in-page.tsx"],
  "/time": ["shell/signed-in.tsx", "pages/time/time-page.tsx"],
  "/calendar": ["shell/signed-in.tsx", "pages/calendar/calendar-page.tsx"],
  "/timesheet": ["shell/signed-in.tsx", "pages/timesheet/timesheet-page.tsx"],
};

/**
 * Lists the files of the most used screens in index.html, so public/theme.js can request them early. Every path needs
 * the files listed under "".
 */
export function screenFiles(): Plugin {
  return {
    name: "screen-files",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle = {}, chunk: entry }) {
        const first = filesOf(bundle, entry?.fileName ?? "");
        const files = Object.entries(modules).map(([address, names]) => {
          const needed = new Set<string>();
          for (const name of names) {
            const found = Object.values(bundle).find(
              (file) => file.type === "chunk" && file.moduleIds.some((id) => id.endsWith(`/src/${name}`)),
            );
            if (found === undefined) throw new Error(`No file of the build holds ${name}.`);
            for (const file of filesOf(bundle, found.fileName)) needed.add(file);
          }
          return [address, toPaths(needed.difference(first))] as const;
        });
        const fonts = Object.keys(bundle).filter((name) => /geist-latin-wght-.*woff2$/.test(name));
        const data = JSON.stringify(Object.fromEntries([["", toPaths(fonts)], ...files]));
        return html.replace('src="/theme.js"', `data-files='${data}' src="/theme.js"`);
      },
    },
  };
}

function toPaths(files: Iterable<string>): string[] {
  return [...files].map((file) => `/${file}`);
}

/** Returns the names of a built file, the scripts that it imports, and their style sheets. */
function filesOf(bundle: Rolldown.OutputBundle, name: string, found = new Set<string>()): Set<string> {
  const file = bundle[name];
  if (file?.type !== "chunk" || found.has(name)) return found;
  found.add(name);
  for (const style of file.viteMetadata?.importedCss ?? []) found.add(style);
  for (const imported of file.imports) filesOf(bundle, imported, found);
  return found;
}
