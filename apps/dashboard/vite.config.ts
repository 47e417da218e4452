import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { themeCss } from "./scripts/theme-css.ts";

// oxlint-disable-next-line import/no-default-export -- Vite reads the default export
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), themeCss()],
  resolve: { conditions: ["@stint/source", "module", "browser", "production"] },
  build: { target: "es2023", assetsDir: "assets", cssCodeSplit: true, reportCompressedSize: false },
  server: {
    proxy: { "/v1": "http://127.0.0.1:3000", "/auth": "http://127.0.0.1:3000", "/api": "http://127.0.0.1:3000" },
  },
});
