import type { UpdateImportBody } from "@stint/sdk";
import { stint } from "#api/client.ts";
import { keepImport } from "#api/imports.ts";
import { useAction } from "#pages/parts/use-action.ts";

/** Changes how a file is imported; the screen then shows the import as it is. */
export interface Update {
  isRunning: boolean;
  /** The reason for which the last one failed. */
  message: string;
  set: (body: UpdateImportBody) => void;
}

export function useUpdate(id: string): Update {
  const { isRunning, message, run } = useAction();
  return { isRunning, message, set: (body) => run(async () => keepImport(await stint.imports.update(id, body))) };
}
