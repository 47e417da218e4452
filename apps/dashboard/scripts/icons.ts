import { join } from "node:path";
import type { Plugin } from "vite";

const component = join(import.meta.dirname, "../src/ui/icon.tsx");

/** Builds Lucide's icons with our component, because its own one is larger and slower and needs a key for each line. */
export function icons(): Plugin {
  return {
    name: "icons",
    apply: "build",
    transform: {
      filter: { id: /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/ },
      handler(code) {
        const [, lines] = /size: 24,\s+node: (\[.*?\])(?:,\s+aliases: .*?)?\s+\};/s.exec(code) ?? [];
        if (lines === undefined) return undefined;
        return `import { createIcon } from ${JSON.stringify(component)};
          export default /* @__PURE__ */ createIcon(${lines.replaceAll(/,\s*key: "\w+"/g, "")});`;
      },
    },
  };
}
