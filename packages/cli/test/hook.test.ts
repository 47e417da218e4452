import assert from "node:assert/strict";
import { test } from "node:test";
import { type Branch, readBranch } from "#src/commands/hook.ts";

const branches: Record<string, Branch> = {
  main: { projects: [], ref: undefined, words: "" },
  "feature/ABC-12": { projects: ["ABC"], ref: "ABC-12", words: "" },
  "abc-12-fix-the-login": { projects: ["ABC"], ref: "ABC-12", words: "fix the login" },
  "website/fix/417_broken_menu": { projects: ["website"], ref: "417", words: "broken menu" },
  "docs/typo-2-words": { projects: ["TYPO"], ref: "TYPO-2", words: "words" },
  "try-something": { projects: [], ref: undefined, words: "try something" },
};

for (const [branch, expected] of Object.entries(branches))
  test(`the branch ${branch} names ${expected.ref ?? "no issue"}`, () =>
    assert.deepEqual(readBranch(branch), expected));
