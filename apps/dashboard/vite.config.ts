import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { basename } from "node:path";
import { frameHints } from "./scripts/frame-hints.ts";
import { screenFiles } from "./scripts/screen-files.ts";
import { icons } from "./scripts/icons.ts";
import { assetFileNames, chunkFileNames, groups } from "./scripts/chunks.ts";
import { serviceWorker } from "./scripts/service-worker.ts";
import { verifier } from "./scripts/verifier.ts";

/** The service to which `npx vite apps/dashboard` proxies API requests. */
const server = process.env["STINT_URL"] ?? "http://127.0.0.1:3000";

const sheets: Record<string, string> = {};

// oxlint-disable-next-line import/no-default-export -- Vite reads the default export
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), icons(), frameHints(), screenFiles(), verifier(), serviceWorker()],
  resolve: {
    conditions: ["@stint/source", "module", "browser", "production"],
    // React has had this hook since version 18. The router imports the copy for earlier ones.
    alias: { "use-sync-external-store/shim/index.js": "react" },
  },
  css: { modules: { generateScopedName } },
  build: {
    target: "es2023",
    assetsDir: "assets",
    // Every browser that has the other features of the target preloads modules itself.
    modulePreload: { polyfill: false },
    cssCodeSplit: true,
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups }, chunkFileNames, assetFileNames } },
  },
  server: { proxy: Object.fromEntries(["/v1", "/auth", "/api"].map((path) => [path, server])) },
});

/** Names a class after its style sheet: the hash and line number in Vite's names do not compress. */
function generateScopedName(name: string, path: string): string {
  const sheet = basename(path, ".module.css");
  if ((sheets[sheet] ??= path) !== path) throw new Error(`Two style sheets have the name ${sheet}.`);
  return `${sheet}_${name}`;
}
