import type { ClientName } from "./server-means.ts";

/** Returns a printable and short value for the header `Stint-Client`. */
export function clientHeader(client: ClientName | undefined): string {
  const part = (text: string, most: number) =>
    text
      .normalize("NFKD")
      .replaceAll(/[^\w.+-]+/g, "-")
      .replaceAll(/^-+|-+$/g, "")
      .slice(0, most);
  const name = part(client?.name ?? "", 60) || "unknown-agent";
  return `${name}/${part(client?.version ?? "", 30) || "0"}`;
}
