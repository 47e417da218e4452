// The import rules of each folder. A later override replaces an earlier one for the same rule, so each contains all
// its bans.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type OxlintOverride } from "oxlint";

type Ban = { group: string[]; message: string };
type Path = { name: string; message: string; allowTypeImports?: boolean };

const plugins = ["typescript", "import", "unicorn", "node", "promise"] as const;

const upwards: Ban = {
  group: ["../*"],
  message: "Cross folders with the # imports of package.json, so that every crossing is visible.",
};
const fastify: Ban = {
  group: ["fastify", "@fastify/*"],
  message: "Fastify only in platform/http, identity/http, identity/door, routes.ts and app.ts.",
};
const typebox: Path = {
  name: "typebox",
  allowTypeImports: true,
  message: "Its entry loads 370 modules at each start: use Type of #platform/http/type/type.ts.",
};
const keptByDevice = "Only device/ stores things in the browser: it knows how to delete them.";
const idbKeyval: Path = { name: "idb-keyval", message: keptByDevice };

const only = (message: string, ...group: string[]): Ban => ({ group, message });
const ofMcp = only(
  "mcp/ imports platform/ and identity/ only: its tools call /v1.",
  "#texts/*",
  "#blog/*",
  "#tracking/*",
  "#commands/*",
  "#src/*",
  "#test/*",
);

function imports(files: string[], patterns: Ban[], paths: Path[] = []): OxlintOverride {
  return { files, rules: { "no-restricted-imports": ["error", { paths, patterns: [upwards, ...patterns] }] } };
}

const server = (files: string[], ...patterns: Ban[]) =>
  imports(
    files.map((name) => `apps/server/src/${name}`),
    patterns,
    [typebox],
  );

const identityKnows = only(
  "identity/ imports platform/ and texts/ only.",
  "#blog/*",
  "#tracking/*",
  "#commands/*",
  "#src/*",
  "#test/*",
);
const platformKnows = only(
  "platform/ knows nothing of ours.",
  "#texts/*",
  "#blog/*",
  "#tracking/*",
  "#identity/*",
  "#commands/*",
  "#src/*",
  "#test/*",
);
const trackingKnows = only("The products never import each other.", "#blog/*", "#commands/*", "#src/*", "#test/*");
const foreignRoutes = only("Another feature's queries and verbs, never its routes.", "#tracking/**/routes.ts");

const queriesKnow = [
  fastify,
  only("queries.ts is SQL only.", "typebox", "#identity/http/*"),
  only("Queries know the database and their own tables.", "#blog/*", "#commands/*", "#src/*", "#test/*"),
];
/** The rooms of platform/http, and the wings of tracking/; each may import those before it. */
const httpRooms = ["contract", "replies", "reference", "server"];
const wings = ["notices", "ledger", "entries", "reports", "month", "exchange", "proof"];

function onlyBelow(room: string, above: string[]): Ban[] {
  return above.length === 0 ? [] : [only(`${room}/ imports only what is below it.`, ...above)];
}

const serverRooms = [
  server(["platform/**"], platformKnows, fastify),
  ...httpRooms.map((room, floor) =>
    server(
      [`platform/http/${room}/**`],
      platformKnows,
      ...onlyBelow(
        room,
        httpRooms.slice(floor + 1).map((other) => `#platform/http/${other}/**`),
      ),
    ),
  ),
  server(["texts/**"], only("texts/ are words only.", "#*"), fastify),
  server(["identity/**"], identityKnows, fastify),
  server(["identity/{http,door}/**", "identity/**/routes.ts"], identityKnows),
  server(
    ["blog/**"],
    only(
      "blog/ imports platform/ only; it is public and has no callers to identify.",
      "#texts/*",
      "#tracking/*",
      "#identity/*",
      "#commands/*",
      "#src/*",
      "#test/*",
    ),
    fastify,
  ),
  server(["**/queries.ts"], ...queriesKnow),
  ...wings.flatMap((wing, floor) => {
    const below = onlyBelow(
      wing,
      wings.slice(floor + 1).map((other) => `#tracking/${other}/**`),
    );
    return [
      server([`tracking/${wing}/**`], trackingKnows, foreignRoutes, fastify, ...below),
      server([`tracking/${wing}/**/routes.ts`], trackingKnows, foreignRoutes, ...below),
      server([`tracking/${wing}/**/queries.ts`], ...queriesKnow, ...below),
    ];
  }),
  server(["mcp/**"], ofMcp, fastify),
  server(["mcp/**/routes.ts"], ofMcp),
  server(["commands/**"], fastify, only("Only tests import test/.", "#test/*")),
];

const basic = ["api", "device", "i18n", "state", "time", "ui"];
/** The dashboard's folders, each with the folders that it may import. */
const dashboardRooms: Record<string, string[]> = {
  time: [],
  i18n: ["time"],
  ui: [],
  api: ["device", "i18n", "time"],
  state: ["api", "device", "i18n", "time", "ui"],
  screen: basic,
  parts: [...basic, "screen"],
  verifier: ["i18n"],
  shell: [...basic, "parts", "screen"],
  pages: [...basic, "parts", "screen"],
};
/** Packages that a folder of the dashboard must not import. */
const foreignPackages: Record<string, string[]> = {
  ui: ["@stint/sdk", "@tanstack/react-query", "wouter"],
  i18n: ["@tanstack/react-query", "wouter"],
};

function dashboard(room: string, known: string[]) {
  const others = Object.keys(dashboardRooms).filter((other) => other !== room && !known.includes(other));
  const foreign = [...others.map((other) => `#${other}/**`), ...(foreignPackages[room] ?? [])];
  return imports(
    [`apps/dashboard/src/${room}/**`],
    [only(`${room}/ imports ${known.length === 0 ? "nothing of ours" : known.join(", ")} only.`, ...foreign)],
    [idbKeyval],
  );
}

const pages = join(import.meta.dirname, "apps/dashboard/src/pages");
/** Pages with folders below, which name their own files with `#pages/…`. */
const deepPages = readdirSync(pages).filter((name) =>
  readdirSync(join(pages, name), { withFileTypes: true }).some((entry) => entry.isDirectory()),
);

function page(files: string, ...own: string[]) {
  const message = "Screens import neither each other nor the frame: what several of them need has a folder of its own.";
  return imports([`apps/dashboard/src/pages/${files}`], [only(message, "#shell/**", "#pages/**", ...own)], [idbKeyval]);
}

const storages = ["localStorage", "sessionStorage", "indexedDB", "caches"];

// oxlint-disable-next-line import/no-default-export -- oxlint reads the default export
export default defineConfig({
  plugins: [...plugins],
  categories: { correctness: "error" },
  env: { node: true, es2026: true },
  ignorePatterns: [
    "node_modules",
    "apps/dashboard/dist",
    "apps/server/openapi.json",
    "apps/server/openapi-released.json",
  ],
  rules: {
    "typescript/no-floating-promises": [
      "error",
      { allowForKnownSafeCalls: [{ from: "package", name: ["test", "suite"], package: "node:test" }] },
    ],
    "typescript/no-misused-promises": "error",
    "typescript/switch-exhaustiveness-check": "error",
    "typescript/no-explicit-any": "error",
    "typescript/no-non-null-assertion": "error",
    "typescript/consistent-type-imports": "error",
    "typescript/await-thenable": "error",
    "import/no-default-export": "error",
    "import/no-cycle": "error",
    "unicorn/filename-case": ["error", { case: "kebabCase" }],
    "unicorn/prefer-node-protocol": "error",
    "eslint/no-var": "error",
    "eslint/prefer-const": "error",
    "eslint/eqeqeq": "error",
    "eslint/max-lines": ["error", { max: 300, skipBlankLines: true, skipComments: true }],
    "no-restricted-imports": ["error", { patterns: [upwards] }],
    "typescript/unbound-method": "off",
    "promise/no-callback-in-promise": "off",
  },
  overrides: [
    { files: ["apps/server/src/**"], rules: { "import/no-cycle": ["error", { ignoreTypes: false }] } },
    ...serverRooms,
    {
      files: ["**/*.test.ts", "apps/server/test/**", "apps/server/bench/**", "apps/server/scripts/**"],
      rules: { "no-restricted-imports": ["error", { patterns: [upwards] }] },
    },
    {
      files: ["packages/sdk/src/**"],
      rules: {
        "no-restricted-imports": [
          "error",
          {
            patterns: [
              only("The client runs in browsers, workers, Bun and Deno too.", "node:*"),
              only("The client knows the server by openapi.json alone.", "@stint/server", "@stint/server/*", "#*"),
              only("The sources lie in one folder.", "../*"),
            ],
          },
        ],
      },
    },
    {
      files: ["packages/grammar/src/*.ts"],
      rules: {
        "no-restricted-imports": [
          "error",
          { patterns: [only("The grammar is pure, for browsers and terminals alike.", "node:*", "@stint/*", "../*")] },
        ],
      },
    },
    imports(
      ["packages/offline/src/*.ts"],
      [only("The core is pure, for all clients.", "node:*", "@stint/server/*", "#*")],
    ),
    { files: ["packages/{grammar,offline}/src/*.test.ts"], rules: { "no-restricted-imports": "off" } },
    {
      files: ["packages/cli/src/**"],
      rules: {
        "no-restricted-imports": [
          "error",
          {
            patterns: [
              upwards,
              only("The command is a client of the API.", "@stint/server", "@stint/server/*", "#test/*"),
            ],
          },
        ],
      },
    },
    {
      files: ["packages/mcp/src/**"],
      rules: {
        "no-restricted-imports": [
          "error",
          {
            patterns: [
              upwards,
              only("The tools are a client of the API.", "@stint/server", "@stint/server/*", "stint-cli/*", "#test/*"),
            ],
          },
        ],
      },
    },
    { files: ["packages/sdk/test/examples.ts"], rules: { "eslint/max-lines": "off" } },
    {
      files: ["packages/sdk/src/generated/**"],
      rules: {
        "eslint/max-lines": "off",
        "no-restricted-imports": [
          "error",
          {
            patterns: [
              only(
                "The client runs in browsers, and knows the server by openapi.json alone.",
                "node:*",
                "@stint/server",
                "@stint/server/*",
                "#*",
              ),
            ],
          },
        ],
      },
    },
    { files: ["apps/server/src/version.ts"], rules: { "no-restricted-imports": "off" } },
    {
      files: ["apps/dashboard/src/**"],
      plugins: [...plugins, "react"],
      rules: {
        "react/rules-of-hooks": "error",
        "react/exhaustive-deps": "error",
        "react/refs": "error",
        "no-restricted-globals": ["error", ...storages.map((name) => ({ name, message: keptByDevice }))],
        "no-restricted-properties": [
          "error",
          ...storages.map((property) => ({ property, message: keptByDevice })),
          { object: "document", property: "cookie", message: "Only the server sets cookies." },
        ],
        "no-restricted-imports": ["error", { paths: [idbKeyval], patterns: [upwards] }],
      },
    },
    ...Object.entries(dashboardRooms).map(([room, known]) => dashboard(room, known)),
    page("**"),
    ...deepPages.map((name) => page(`${name}/**`, `!#pages/${name}/**`)),
    {
      files: ["apps/dashboard/src/device/**"],
      rules: {
        "no-restricted-globals": "off",
        "no-restricted-properties": "off",
        "no-restricted-imports": [
          "error",
          { patterns: [only("device/ knows nothing of the rest, which uses it.", "../*", "#*")] },
        ],
      },
    },
  ],
});
