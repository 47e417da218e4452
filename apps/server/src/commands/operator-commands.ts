import { loadConfig } from "#platform/config/config.ts";
import { readArguments } from "#commands/command-line/command-line.ts";
import type { Means } from "#commands/command-line/means.ts";

/** Creates the commands for maintaining an installation. */
export function operatorCommands({ out, err, withDatabase, typedPath }: Means) {
  return {
    async health(args: string[]) {
      const { runHealth } = await import("#commands/health/run-health.ts");
      if (!(await runHealth(args, process.env, { out, err }))) process.exitCode = 1;
    },
    async check(args: string[]) {
      const { values } = readArguments(args, { "send-mail": { type: "string" } });
      const { runCheck } = await import("#commands/check/run-check.ts");
      const options = { sendMail: values["send-mail"], json: values.json === true };
      const isGood = await runCheck(process.env, out, options);
      // Exits explicitly, because a connection that hangs would keep the process alive.
      process.exit(isGood ? 0 : 1);
    },
    async "timesheet verify"(args: string[]) {
      const { values, positionals } = readArguments(args, {}, 1, Infinity);
      const { runVerify } = await import("#commands/timesheets/verify-statements.ts");
      const means = { out, stdin: process.stdin, typedPath };
      if (!(await runVerify(means, positionals, { json: values.json === true }))) process.exitCode = 1;
    },
    async "secret-key replace"(args: string[]) {
      const { values } = readArguments(args, { "forget-sealed": { type: "boolean" } });
      const { describeReplacement, replaceSecretKey } = await import("#commands/secret-key/replace-secret-key.ts");
      const options = { forgetsSealed: values["forget-sealed"] === true };
      const config = loadConfig(process.env);
      await withDatabase(async ({ db, dataDir }) => {
        const report = await replaceSecretKey({ db, dataDir, config, now: new Date() }, options);
        out(values.json === true ? `${JSON.stringify(report)}\n` : `${describeReplacement(report)}\n`);
      });
    },
  };
}
