import type { Context } from "#src/context/context.ts";

type Run<Flags, Args extends readonly unknown[]> = (this: Context, flags: Flags, ...args: Args) => void | Promise<void>;

/** A command whose failures are written for people; Stricli would print a stack and end with 1. */
export function guarded<Flags, Args extends readonly unknown[]>(
  load: () => Promise<Run<Flags, Args>>,
): () => Promise<Run<Flags, Args>> {
  return async () => {
    const run = await load();
    return async function (this: Context, flags: Flags, ...args: Args) {
      try {
        await run.call(this, flags, ...args);
      } catch (error) {
        const { writeFailure } = await import("./write-failure.ts");
        this.end.code = await writeFailure(this, error);
      }
    };
  };
}
