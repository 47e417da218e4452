/** Names a file after the kind of report and its days. */
export function fileName(kind: string, range: { from?: string; to?: string } | undefined): string {
  return ["stint", kind, range?.from, range?.to].filter((part) => part !== undefined).join("-");
}
