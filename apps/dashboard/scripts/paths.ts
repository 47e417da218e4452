// Lists the paths of all screens for the server, which serves the dashboard there. A test compares the two lists.
import { writeFileSync } from "node:fs";
import { redirects, signedInScreens, signedOutScreens } from "../src/screens.ts";

const signedOut = signedOutScreens
  .filter(({ isBare }) => isBare !== true)
  .flatMap(({ path, also }) => (also === undefined ? [path] : [path, also]));
const paths = [...Object.keys(redirects), ...signedInScreens.map(({ path }) => path), ...signedOut].toSorted();

writeFileSync(
  new URL("../../server/src/dashboard/generated-paths.ts", import.meta.url),
  `// Generated from apps/dashboard/src/screens.ts by \`npm run generate\`; never edited.

/** People bookmark these paths. */
export const paths = [
${paths.map((path) => `  "${path}",\n`).join("")}];
`,
);
