import { existsSync } from "node:fs";

/** A build of Chromium without windowing code, which needs a quarter less CPU time. */
const shell = "/usr/bin/chromium-headless-shell";
/** Options for starting the installed Chromium. */
export const chromium = {
  launchOptions: {
    executablePath: process.env["CHROMIUM"] ?? (existsSync(shell) ? shell : "/usr/bin/chromium"),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  },
};
