import { type Context, note, profileNameOf } from "#src/context/context.ts";
import { explainSystemError, Failure, isCorrupt } from "#src/failure/failure.ts";
import { styleOf } from "#src/output/style.ts";
import { findProfile } from "#src/profile/profile.ts";

/** Explains an error to the user on stderr. Returns the exit code. */
export async function writeFailure(context: Context, error: unknown): Promise<2 | 3 | 4> {
  const failure = await explain(context, error);
  const { red } = styleOf(context, "stderr");
  context.process.stderr.write(`${red("stint:")} `);
  if (!(failure instanceof Failure)) {
    note(context, (failure as Error).stack ?? String(failure));
    return 4;
  }
  note(context, failure.message);
  if (failure.next !== undefined) note(context, failure.next);
  return failure.code;
}

async function explain(context: Context, error: unknown): Promise<unknown> {
  if (error instanceof Failure) return error;
  if (isCorrupt(error))
    return new Failure(4, "The local copy is damaged.", "Read it again: stint sync --rebuild. The queue is kept.", {
      cause: error,
    });
  const explained = explainSystemError(error);
  if (explained instanceof Failure) return explained;
  const { StintError } = await import("@stint/sdk");
  if (!(error instanceof StintError)) return error;
  const { explainApi } = await import("#src/sync/explain.ts");
  const name = profileNameOf(context);
  return explainApi(error, { name, server: findProfile(context.process.env, name)?.server ?? "The server" });
}
