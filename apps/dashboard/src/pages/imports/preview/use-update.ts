import type { UpdateImportBody } from "@stint/sdk";
import { stint } from "#api/connection/client.ts";
import { keepImport } from "#api/imports.ts";
import { useAction } from "#ui/form/use-action.ts";

/** Changes how a file is imported, and shows the server's reply. */
export interface Update {
  isRunning: boolean;
  message: string;
  set: (body: UpdateImportBody) => void;
}

export function useUpdate(id: string): Update {
  const { isRunning, message, run } = useAction();
  return { isRunning, message, set: (body) => run(async () => keepImport(await stint.imports.update(id, body))) };
}
