import { runCommandLine } from "./application/run-command-line.ts";

// Ends without an error if the pipe is closed, as in `stint list | head`.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});
void runCommandLine(process, () => Date.now()).then((code) => (process.exitCode = code));
