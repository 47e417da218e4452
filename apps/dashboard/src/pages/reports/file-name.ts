/** The file name of a report: its kind and its days. */
export function fileName(kind: string, range: { from?: string; to?: string } | undefined): string {
  return ["stint", kind, range?.from, range?.to].filter((part) => part !== undefined).join("-");
}
