import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { frameHints } from "./scripts/frame-hints.ts";
import { screenFiles } from "./scripts/screen-files.ts";
import { assetFileNames, chunkFileNames, groups } from "./scripts/chunks.ts";
import { serviceWorker } from "./scripts/service-worker.ts";
import { verifier } from "./scripts/verifier.ts";

/** The service to which `npx vite apps/dashboard` proxies API requests. */
const server = process.env["STINT_URL"] ?? "http://127.0.0.1:3000";

// oxlint-disable-next-line import/no-default-export -- Vite reads the default export
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), frameHints(), screenFiles(), verifier(), serviceWorker()],
  resolve: {
    conditions: ["@stint/source", "module", "browser", "production"],
    // React has had this hook since version 18. The router imports the copy for earlier ones.
    alias: { "use-sync-external-store/shim/index.js": "react" },
  },
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
