// Loaded into a service with `--import`. Writes the URL of each OpenTelemetry module that the service loads to the file
// that NOTE_LOADED names.
import { appendFileSync } from "node:fs";
import { registerHooks } from "node:module";

const file = process.env["NOTE_LOADED"] ?? "";

registerHooks({
  load(url, context, nextLoad) {
    if (url.includes("/@opentelemetry/")) appendFileSync(file, `${url}\n`);
    return nextLoad(url, context);
  },
});
