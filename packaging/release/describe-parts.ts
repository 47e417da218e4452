import { createHash } from "node:crypto";
import { run } from "./run.ts";

interface Options {
  version: string;
  commit: string;
  epoch: number;
}

/**
 * The bill of materials of the production tree as CycloneDX JSON (https://cyclonedx.org): npm's own, with a time and a
 * serial number that follow from the commit.
 */
export async function describeParts(checkout: string, { version, commit, epoch }: Options): Promise<string> {
  const made = await run("npm", ["sbom", "--sbom-format=cyclonedx", "--omit=dev", "-w", "@stint/server"], {
    cwd: checkout,
  });
  const bill = JSON.parse(made) as { serialNumber: string; metadata: { timestamp: string; component: object } };
  const hex = createHash("sha256").update(commit).digest("hex");
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  bill.serialNumber = `urn:uuid:${parts.join("-")}`;
  bill.metadata.timestamp = new Date(epoch * 1000).toISOString();
  bill.metadata.component = { ...bill.metadata.component, version };
  return `${JSON.stringify(bill, null, 2)}\n`;
}
