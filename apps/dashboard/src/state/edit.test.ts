import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "@stint/sdk";
import { edit } from "./edit.ts";

interface Rules {
  requireTag: boolean;
  latestDays: number | null;
}

const opened = { id: "1", version: 1, name: "Lantern", rules: { requireTag: false, latestDays: null } as Rules };
type Fields = Partial<Omit<typeof opened, "rules">> & { rules?: Partial<Rules> };

/** Changes an object that someone else has changed since `opened` was read. */
async function changeAfter(theirs: Fields, ours: Fields): Promise<Fields> {
  let stored = merge(opened, theirs);
  const update = async (_id: string, fields: Fields, { ifMatch }: { ifMatch: { version: number } }) => {
    if (ifMatch.version !== stored.version) throw refusal();
    return (stored = merge(stored, fields));
  };
  const { version: _, id: _id, ...fields } = await edit({ get: async () => stored, update }, opened, ours).run();
  return fields;
}

function merge(stored: typeof opened, { rules, ...fields }: Fields): typeof opened {
  return { ...stored, ...fields, rules: { ...stored.rules, ...rules }, version: stored.version + 1 };
}

function refusal(): ApiError {
  const headers = new Headers();
  const code = "precondition_failed";
  return new ApiError("PATCH", { status: 412, code, detail: "", requestId: undefined, errors: [], headers });
}

test("others' changes to other fields are kept, also inside an object", async () => {
  const rules = { requireTag: true, latestDays: 7 };
  assert.deepEqual(await changeAfter({ name: "Lamp" }, { rules: { latestDays: 7 } }), {
    name: "Lamp",
    rules: { ...rules, requireTag: false },
  });
  assert.deepEqual(await changeAfter({ rules: { requireTag: true } }, { rules: { latestDays: 7 } }), {
    name: "Lantern",
    rules,
  });
  assert.deepEqual(await changeAfter({ rules }, { rules: { latestDays: 7 } }), { name: "Lantern", rules });
});

test("a field that someone else has changed is not overwritten", async () => {
  const refused = { code: "precondition_failed" };
  await assert.rejects(changeAfter({ name: "Lamp" }, { name: "Light" }), refused);
  await assert.rejects(changeAfter({ rules: { latestDays: 3 } }, { rules: { latestDays: 7 } }), refused);
});
