import type { CreateImportQuery, Import } from "@stint/sdk";
import { stint } from "./connection/client.ts";
import { defineQuery, pollWhile, queryClient, refresh } from "./queries.ts";

/** The upload timeout: a large file over a slow connection can take this long. */
const uploadMs = 30 * 60_000;
const pollMs = 700;

/** Reads an import, and polls it while the server is working on it. */
export function importQuery(id: string) {
  return {
    ...defineQuery(["import", id], ({ signal }) => stint.imports.get(id, { signal })),
    refetchInterval: pollWhile(pollMs, isBeingWorkedOn),
  };
}

export function isBeingWorkedOn(imported: Import | undefined): boolean {
  return (
    imported !== undefined &&
    (imported.status === "reading" || imported.status === "applying" || imported.progress !== null)
  );
}

export async function uploadFile(
  file: Blob,
  fileName: string,
  query: Omit<CreateImportQuery, "fileName"> = {},
): Promise<Import> {
  // Sets the type explicitly, because browsers take it from the operating system: where Excel is installed, CSV becomes
  // `application/vnd.ms-excel`.
  const typed = file.slice(0, file.size, typeOf(fileName));
  const imported = await stint.imports.create(typed, { ...query, fileName }, { timeoutMs: uploadMs });
  keepImport(imported);
  return imported;
}

function typeOf(fileName: string): string {
  const ending = fileName.slice(fileName.lastIndexOf(".") + 1).toLowerCase();
  if (ending === "zip") return "application/zip";
  return ending === "json" ? "application/json" : "text/csv";
}

/** Caches the import that the server returned, and refetches the list of imports. */
export function keepImport(imported: Import): void {
  queryClient.setQueryData(importQuery(imported.id).queryKey, imported);
  void refresh("imports");
}
