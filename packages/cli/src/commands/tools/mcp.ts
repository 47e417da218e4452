import { type Context, note, profileOf } from "#src/context/context.ts";
import { version } from "#src/package/version.ts";

/** Serves the tools for agents over standard input and output until the input ends. */
export async function mcp(this: Context): Promise<void> {
  const { server, key } = profileOf(this);
  const { serveTools } = await import("@stint/mcp/stdio.ts");
  await serveTools({
    version,
    server,
    key,
    onFault: (error) => note(this, error instanceof Error ? error.message : String(error)),
  });
}
