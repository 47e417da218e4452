import { runCommandLine } from "./application/run-command-line.ts";

process.stdout.on("error", endAtClosedPipe);
void runCommandLine(process, () => Date.now()).then((code) => (process.exitCode = code));

/** Ends the process without an error if the pipe is closed, as in `stint list | head`. */
function endAtClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
}
