import type { ShownStatement } from "./shown-statement.ts";

// An independent implementation for comparison with the real ones, written only from the contract and RFC 8785. The
// field names in the templates are already in canonical order, so nothing is sorted; strings are escaped by hand.

const shortEscapes = new Map([
  [0x08, String.raw`\b`],
  [0x09, String.raw`\t`],
  [0x0a, String.raw`\n`],
  [0x0c, String.raw`\f`],
  [0x0d, String.raw`\r`],
  [0x22, String.raw`\"`],
  [0x5c, String.raw`\\`],
]);

function quote(text: string): string {
  let quoted = '"';
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const escaped = code < 0x20 ? String.raw`\u${code.toString(16).padStart(4, "0")}` : character;
    quoted += shortEscapes.get(code) ?? escaped;
  }
  return `${quoted}"`;
}

function statementBytes(shown: ShownStatement): string {
  const entries = shown.entries.map(
    (entry) =>
      `{"billableSeconds":${entry.billableSeconds},"durationSeconds":${entry.durationSeconds},"id":${quote(entry.id)}` +
      `,"projectId":${quote(entry.projectId)},"startedAt":${quote(entry.startedAt)},"taskId":${quote(entry.taskId)}` +
      `,"version":${entry.version}}`,
  );
  const { totals } = shown;
  return (
    `{"amountsHash":${quote(shown.amountsHash)},"endsAt":${quote(shown.endsAt)},"entries":[${entries.join(",")}]` +
    `,"organizationId":${quote(shown.organizationId)},"periodEnd":${quote(shown.periodEnd)}` +
    `,"periodStart":${quote(shown.periodStart)}` +
    `,"previousHash":${shown.previousHash === null ? "null" : quote(shown.previousHash)}` +
    `,"revision":${shown.revision},"startsAt":${quote(shown.startsAt)},"timeZone":${quote(shown.timeZone)}` +
    `,"totals":{"billableSeconds":${totals.billableSeconds},"entries":${totals.entries},"seconds":${totals.seconds}}` +
    `,"userId":${quote(shown.userId)}}`
  );
}

async function sha256(text: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest("SHA-256", Buffer.from(text, "utf8"))).toString("hex");
}

/** Returns the hashes of a statement and its amounts according to the contract. */
export async function hashByContract(
  shown: ShownStatement,
): Promise<{ hash: string; amountsHash: string | undefined }> {
  const { amounts } = shown;
  if (amounts === undefined) return { hash: await sha256(statementBytes(shown)), amountsHash: undefined };
  const pairs = amounts.entries.map(([id, amountMinor]) => `[${quote(id)},${amountMinor}]`);
  const bytes =
    `{"amountMinor":${amounts.amountMinor},"currency":${quote(amounts.currency)},"entries":[${pairs.join(",")}]` +
    `,"salt":${quote(amounts.salt)}}`;
  return { hash: await sha256(statementBytes(shown)), amountsHash: await sha256(bytes) };
}
