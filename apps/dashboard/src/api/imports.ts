import type { CreateImportQuery, Import } from "@stint/sdk";
import { isSessionOver, stint } from "./client.ts";
import { queryClient } from "./queries.ts";

/** A large file takes as long as the line takes for it. */
const uploadMs = 30 * 60_000;
const refetchMs = 700;

/** An import; it is read anew as long as the server works on it. */
export function importQuery(id: string) {
  return {
    queryKey: ["imports", id],
    queryFn: ({ signal }: { signal: AbortSignal }) => stint.imports.get(id, { signal }),
    refetchInterval: ({ state }: { state: { data?: Import | undefined } }) =>
      isBeingWorkedOn(state.data) && !isSessionOver() ? refetchMs : false,
  } as const;
}

export function isBeingWorkedOn(imported: Import | undefined): boolean {
  return (
    imported !== undefined &&
    (imported.status === "reading" || imported.status === "applying" || imported.progress !== null)
  );
}

/** Uploads a file under its name, and gives the import that is made of it. */
export async function uploadFile(
  file: Blob,
  fileName: string,
  query: Omit<CreateImportQuery, "fileName"> = {},
): Promise<Import> {
  // Browsers name the types of files as the device does, where spreadsheets say `application/vnd.ms-excel` for CSV.
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

/** Shows what the server has answered, and reads the list of imports anew. */
export function keepImport(imported: Import): void {
  queryClient.setQueryData(["imports", imported.id], imported);
  void queryClient.invalidateQueries({ queryKey: ["imports", "list"] });
}

/** Reads anew all that an import brings or takes away. */
export async function readAllAnew(): Promise<void> {
  await queryClient.invalidateQueries();
}
