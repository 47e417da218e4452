// Loaded before a service (`--import`): writes the URL of each OpenTelemetry module that it loads to the file
// NOTE_LOADED.
import { appendFileSync } from "node:fs";
import { registerHooks } from "node:module";

const file = process.env["NOTE_LOADED"] ?? "";

registerHooks({
  load(url, context, nextLoad) {
    if (url.includes("/@opentelemetry/")) appendFileSync(file, `${url}\n`);
    return nextLoad(url, context);
  },
});
