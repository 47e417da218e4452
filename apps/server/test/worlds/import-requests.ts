import assert from "node:assert/strict";
import { ambiguousCsv, previewed, togglCsv, upload } from "./import-files.ts";
import type { Answer, Caller, Json } from "./test-app.ts";

// The tag is too long, so the preview reports a doubt.
const importedFile = togglCsv([{ tags: "long".repeat(20) }])
  .replace("Amount ()", "Amount (EUR)")
  .replace(/""\r\n$/, '"50.00"\r\n');

export const importRequests: Record<
  string,
  (caller: Caller) => Promise<{ ids?: Record<string, string>; body?: Json }>
> = {
  listImports: async () => ({}),
  createImport: async () => ({ body: [{ no: "export" }] }),
  getImport: async (caller) => ({ ids: { id: (await previewed(caller, importedFile)).id } }),
  listImportDoubts: async (caller) => ({ ids: { id: (await previewed(caller, importedFile)).id } }),
  updateImport: async (caller) => ({
    ids: { id: (await previewed(caller, importedFile)).id },
    body: { people: { "kim@example.com": { inactive: true } } },
  }),
  applyImport: async (caller) => ({ ids: { id: (await previewed(caller, importedFile)).id } }),
  deleteImport: async (caller) => ({ ids: { id: (await upload(caller, importedFile)).id } }),
};

/** Requests that get the status in their name. */
export const importRefusals: Record<string, (caller: Caller) => Promise<Answer>> = {
  "createImport 400": (caller) =>
    caller.send("POST", "/v1/imports", undefined, { raw: "", headers: { "content-type": "text/csv" } }),
  "createImport 413": (caller) =>
    caller.send("POST", "/v1/imports", [], { headers: { "content-length": "100000001" } }),
  "createImport 422": (caller) => caller.post("/v1/imports?source=paper", []),
  "updateImport 422": async (caller) => {
    const { id } = await applying(caller);
    return caller.patch(`/v1/imports/${id}`, { rates: "take" });
  },
  "applyImport 422": async (caller) => caller.post(`/v1/imports/${(await previewed(caller, ambiguousCsv)).id}/apply`),
  "deleteImport 422": async (caller) => caller.delete(`/v1/imports/${(await applying(caller)).id}`),
};

async function applying(caller: Caller): Promise<Json> {
  const { id } = await previewed(caller, importedFile);
  const answer = await caller.post(`/v1/imports/${id}/apply`);
  assert.equal(answer.status, 202, answer.text);
  return answer.json;
}
