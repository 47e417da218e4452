import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, type ErrorCode } from "@stint/sdk";
import { catalogue as de } from "#i18n/de/catalogue.ts";
import { catalogue as en } from "#i18n/en/catalogue.ts";
import { explainError, explainRefusal, fieldErrors } from "./explain-error.ts";

const errors = [
  { pointer: "/name", code: "required", message: "is required" },
  { pointer: "/password", code: "too_short", message: "must have at least 12 characters" },
  { pointer: "/hours", code: "of_tomorrow", message: "must be odd" },
];
const refusal = (code: ErrorCode | undefined, status = 409) =>
  new ApiError("POST /v1/timer/stop", {
    status,
    code,
    detail: "In detail.",
    requestId: undefined,
    errors,
    headers: new Headers(),
  });

test("a refusal shows the server's message in English", () => {
  assert.equal(explainError(refusal("last_owner"), en), "In detail.");
  assert.deepEqual(
    Object.values(fieldErrors(refusal("validation_failed"), en)),
    errors.map(({ message }) => message),
  );
});

test("a refusal after an attempt without a reply does not claim that nothing has changed", () => {
  const error = refusal("unavailable", 503);
  error.mayHaveHappened = true;
  assert.equal(explainError(error, en), en.shell.mayBeDone);
});

test("German translates every refusal, and keeps limits", () => {
  assert.match(explainError(refusal("timer_not_running"), de), /kein Timer/);
  assert.match(explainError(refusal("in_use"), de), /^Das wird noch verwendet\. /);
  assert.equal(explainError(refusal(undefined), de), de.refusals.other);
  assert.match(explainError(refusal(undefined, 413), de), /^Ein Proxy vor Stint/);
  assert.match(explainError(refusal("payload_too_large", 413), de), /kürzere Zeiträume/);
  const explained = {
    name: de.refusals.fields["required"],
    password: "Das ist zu kurz. Mindestens 12.",
    hours: "Diese Angabe ist ungültig.",
  };
  assert.deepEqual(fieldErrors(refusal("validation_failed"), de), explained);
  assert.equal(
    explainError(refusal("validation_failed"), de),
    ["Eine Angabe ist ungültig.", ...Object.values(explained)].join(" "),
  );
});

test("late time is refused with a way out that the person has", () => {
  const refused = { rules: ["requireTag", "latestDays"] } as const;
  const [forMembers, forOwners] = [false, true].map((canExcuse) => explainRefusal(refused, "", en, canExcuse));
  assert.match(forMembers ?? "", /requires a tag.*Ask an owner or admin to make the change\.$/);
  assert.match(forOwners ?? "", /requires a tag.*give a reason\.$/);
  assert.equal(explainRefusal({}, "In detail.", en, true), "In detail.");
  assert.match(explainRefusal({ code: "period_locked" }, "In detail.", de, true), /Ziehen Sie ihn zurück/);
});
