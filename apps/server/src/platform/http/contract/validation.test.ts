import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { Type, type TSchema } from "./type/type.ts";
import { AppError } from "#platform/errors.ts";
import { resolveShared } from "#test/cases/resolve-shared.ts";
import type { Json } from "#test/worlds/test-app.ts";
import { AnyOf, Closed, Instant, Name, Nullable, OneOf, PageQuery, Text, wayOut } from "./schemas.ts";
import { fieldChecker, requestCompiler } from "./validation.ts";

const compile = requestCompiler();

function validator(schema: TSchema, httpPart: "body" | "querystring") {
  const validate = compile({ schema, httpPart, method: "POST", url: "/" });
  return (given: unknown): { value?: unknown; error?: AppError } => {
    const result = validate(given) as { value?: unknown; error?: AppError };
    if (result.error !== undefined) assert.ok(result.error instanceof AppError);
    return result;
  };
}

const item = Closed({ name: Name("A name.", 5), at: Type.Optional(Instant("A time.")) });
const body = validator(
  Closed({
    name: Name("A name.", 5),
    text: Type.Optional(Nullable(Text({ maxLength: 5 }))),
    kind: Type.Optional(OneOf(["a", "b"])),
    count: Type.Optional(Type.Integer({ minimum: 0, maximum: 9 })),
    items: Type.Optional(Type.Array(item, { maxItems: 2_000 })),
  }),
  "body",
);
const read = (value: unknown) => body(Buffer.from(JSON.stringify(value)));
const found = ({ error }: { error?: AppError }) => [
  error?.code,
  error?.errors?.map(({ pointer, code }) => `${pointer} ${code}`).toSorted(),
];

// Each keyword that a value in a request can violate, and its message.
const sentences: [keyword: string, schema: TSchema, value: unknown, code: string, says: string][] = [
  ["type", Type.Integer(), "5", "wrong_type", "must be an integer"],
  ["type", Nullable(Type.Boolean()), 5, "wrong_type", "must be true or false or null"],
  ["type", Type.Array(Type.String()), "a", "wrong_type", "must be a list"],
  ["type", Closed({}), [], "wrong_type", "must be an object"],
  ["enum", OneOf(["a", "b"]), "c", "not_allowed", "must be one of a, b"],
  ["const", Type.Literal(true), false, "not_allowed", "must be true"],
  ["pattern", Type.String({ pattern: "^#", examples: ["#1", "#2"] }), "1", "bad_format", "must look like #1 or #2"],
  [
    "format",
    Type.String({ format: "date" }),
    "1",
    "bad_format",
    "must be a date from 1970 to 2199, such as 2026-03-01",
  ],
  ["minimum", Type.Integer({ minimum: 1 }), 0, "out_of_range", "must be at least 1"],
  ["maximum", Type.Integer({ maximum: 9 }), 10, "out_of_range", "must be at most 9"],
  ["minLength", Type.String({ minLength: 1 }), "", "too_short", "must have at least 1 character"],
  ["maxLength", Type.String({ maxLength: 2 }), "abc", "too_long", "must have at most 2 characters"],
  ["minItems", Type.Array(Type.Integer(), { minItems: 1 }), [], "too_short", "must have at least 1 item"],
  ["maxItems", Type.Array(Type.Integer(), { maxItems: 2 }), [1, 2, 3], "too_long", "must have at most 2 items"],
  [
    "uniqueItems",
    Type.Array(Type.Integer(), { uniqueItems: true }),
    [1, 2, 1],
    "uniqueItems",
    "must not contain the same item twice",
  ],
];
// Object keywords, which have separate tests below.
const ofFields = ["required", "properties", "additionalProperties", "items"];
// `x-rules` have these keywords, and only the document has them.
const ofRules = ["allOf", "dependentSchemas"];
const annotations = ["description", "examples", "example", "default", "title", "deprecated", "readOnly"];

test("each keyword has our own message", () => {
  for (const [keyword, schema, value, code, message] of sentences) {
    const errors = fieldChecker(schema)(value, "/x");
    assert.deepEqual(errors, [{ pointer: "/x", code, message }], keyword);
  }
});

test("no schema of a request uses a keyword without a message, or a pattern without an example", async () => {
  const text = await readFile(new URL("../../../../openapi.json", import.meta.url), "utf8");
  const { paths, components } = resolveShared(JSON.parse(text));
  const known = new Set([...sentences.map(([keyword]) => keyword), ...ofFields, ...annotations, ...ofRules]);
  let looked = 0;
  const look = (schema: Record<string, unknown>, at: string): void => {
    looked++;
    const { $ref, properties, items } = schema;
    if (typeof $ref === "string") return look(components.schemas[$ref.split("/").at(-1) ?? ""], $ref);
    assert.deepEqual(
      Object.keys(schema).filter((name) => !known.has(name) && !name.startsWith("x-")),
      [],
      at,
    );
    // A pattern beside a format is only in the document.
    const hasExample = schema["examples"] !== undefined || schema["format"] !== undefined;
    assert.ok(schema["pattern"] === undefined || hasExample, at);
    for (const [name, part] of Object.entries(properties ?? {})) look(part, `${at}/${name}`);
    if (typeof items === "object" && items !== null) look(items as Record<string, unknown>, `${at}/items`);
  };
  for (const [path, operations] of Object.entries<Record<string, Json>>(paths)) {
    for (const [method, { parameters = [], requestBody }] of Object.entries(operations)) {
      for (const { name, schema } of parameters) look(schema, `${method} ${path} ${name}`);
      if (requestBody !== undefined) look(requestBody.content["application/json"].schema, `${method} ${path}`);
    }
  }
  assert.ok(looked > 300, `${looked} schemas`);
});

test("a valid body is returned unchanged", () => {
  const value = { name: "é😀", text: null, kind: "a", count: 9, items: [] };
  assert.deepEqual(read(value), { value });
  for (const name of ["\u200e1", "👩‍💻", "한", "ـ", "-"]) assert.deepEqual(read({ name }), { value: { name } });
});

test("a body without a required field is a 400, even if other fields are invalid", () => {
  assert.deepEqual(found(read({})), ["missing_field", ["/name required"]]);
  assert.deepEqual(found(read({ count: "5", other: 1 })), [
    "missing_field",
    ["/count wrong_type", "/name required", "/other unknown_field"],
  ]);
  assert.deepEqual(found(read({ name: "a", items: [{ name: "a" }, {}] })), [
    "missing_field",
    ["/items/1/name required"],
  ]);
});

test("a missing field is found after a thousand other faults", () => {
  const faulty = { name: "a", at: "never" };
  const result = read({ name: "a", items: [...Array<object>(1_500).fill(faulty), {}] });
  assert.equal(result.error?.code, "missing_field");
  assert.equal(result.error.errors?.length, 1_000);
  assert.deepEqual(result.error.errors?.[0], { pointer: "/items/1500/name", code: "required", message: "is required" });
});

test("every other fault is a 422 that says where and what", () => {
  const examples: [object, string][] = [
    [{ name: "" }, "/name"],
    [{ name: "  " }, "/name bad_format"],
    ...["\u200b", "\u200d\ufeff", "\u2800", "\u3164 \u115f", "\u202e", "\u{e0061}\ufe0f"].map(
      (name): [object, string] => [{ name }, "/name bad_format"],
    ),
    [{ name: "a\0" }, "/name bad_format"],
    [{ name: "\ud800" }, "/name bad_format"],
    [{ name: "abcdef" }, "/name too_long"],
    [{ name: 5 }, "/name wrong_type"],
    [{ name: null }, "/name wrong_type"],
    [{ name: "a", text: "x\0" }, "/text bad_format"],
    [{ name: "a", text: 5 }, "/text wrong_type"],
    [{ name: "a", kind: "c" }, "/kind not_allowed"],
    [{ name: "a", kind: null }, "/kind"],
    [{ name: "a", count: 10 }, "/count out_of_range"],
    [{ name: "a", count: -1 }, "/count out_of_range"],
    [{ name: "a", count: 1.5 }, "/count wrong_type"],
    [{ name: "a", count: "5" }, "/count wrong_type"],
    [{ name: "a", count: true }, "/count wrong_type"],
    [{ name: "a", items: {} }, "/items wrong_type"],
    [{ name: "a", items: [{ name: "a", at: "2026-02-30T00:00:00Z" }] }, "/items/0/at bad_format"],
    [{ name: "a", items: [{ name: "a", "x/y~z": 1 }] }, "/items/0/x~1y~0z unknown_field"],
  ];
  for (const [given, expected] of examples) {
    const [code, errors] = found(read(given));
    assert.equal(code, "validation_failed", JSON.stringify(given));
    assert.ok(errors?.[0]?.startsWith(expected), `${JSON.stringify(given)}: ${JSON.stringify(errors)}`);
  }
});

test("an unknown field gets the nearest one and all known ones", () => {
  const { error } = read({ name: "a", tekst: "x" });
  assert.match(error?.errors?.[0]?.message ?? "", /closest name is text\. Known: name, text, kind, count, items$/);
});

const hinted = validator(
  Closed(
    {
      durationSeconds: Type.Integer(),
      taskId: wayOut(Type.String(), "GET /tasks lists them"),
      note: Name("A note.", 5),
    },
    { "x-hints": { "give durationSeconds": ["endedat", "end"] } },
  ),
  "body",
);

test("a field sent instead of a missing one is explained in the first sentence", () => {
  const { error } = hinted(Buffer.from('{"taskId":"a","note":"a","endedAt":"2026-03-02T10:00:00Z"}'));
  assert.equal(
    error?.message,
    "The body lacks a required field: /durationSeconds. /endedAt is not known; give durationSeconds.",
  );
});

test("a missing field says where to get it, once", () => {
  const { error } = hinted(Buffer.from('{"note":"a"}'));
  assert.equal(error?.message, "The body lacks required fields: /durationSeconds, /taskId. GET /tasks lists them.");
  assert.deepEqual(
    error.errors?.map(({ message }) => message),
    ["is required", "is required. GET /tasks lists them"],
  );
});

test("a field with another name here gets that name, and only a close name is suggested", () => {
  const says = (name: string) =>
    hinted(Buffer.from(JSON.stringify({ durationSeconds: 1, taskId: "a", note: "a", [name]: 1 }))).error?.message;
  const known = "Known: durationSeconds, taskId, note.";
  assert.equal(says("endedAt"), `/endedAt is not known or read-only; give durationSeconds. ${known}`);
  assert.equal(says("ended_at"), `/ended_at is not known or read-only; give durationSeconds. ${known}`);
  assert.equal(
    says("duration_seconds"),
    `/duration_seconds is not known or read-only; the closest name is durationSeconds. ${known}`,
  );
  assert.equal(says("duration"), `/duration is not known or read-only; the closest name is durationSeconds. ${known}`);
  for (const far of ["colour", "name", "x", "__proto__", ""])
    assert.equal(says(far), `/${far} is not known or read-only. ${known}`);
});

test("a number too large to represent is refused like any other that does not fit", () => {
  assert.deepEqual(found(body(Buffer.from('{"name":"a","count":1e999}'))), [
    "validation_failed",
    ["/count out_of_range"],
  ]);
});

test("a missing body is a 400 if one is needed, otherwise an empty object", () => {
  assert.equal(body(null).error?.code, "malformed_request");
  const optional = validator({ ...Closed({}), "x-optional": true } as TSchema, "body");
  assert.deepEqual(optional(null), { value: {} });
  assert.deepEqual(found(optional(Buffer.from('{"a":1}'))), ["validation_failed", ["/a unknown_field"]]);
  assert.equal(optional(Buffer.from("[]")).error?.code, "malformed_request");
});

test("items that a verb checks itself pass unchanged, and get the same errors as in the body", () => {
  const schema = Closed({ items: Type.Array(item, { minItems: 1 }) });
  const given = { items: [5, {}, { name: "a" }, { name: 5, "x/y": 1 }] };
  const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));
  const open = requestCompiler({ uncheckedItems: "items" })({ schema, httpPart: "body", method: "POST", url: "/" });
  assert.deepEqual(open(bytes(given)), { value: given });
  for (const value of [{}, { items: {} }, { items: [] }, { items: [{}], other: 1 }])
    assert.ok((open(bytes(value)) as { error?: unknown }).error instanceof AppError);

  const check = fieldChecker(item);
  const closed = validator(schema, "body")(bytes(given)).error?.errors ?? [];
  const each = given.items.flatMap((value, index) => check(value, `/items/${index}`));
  const inOrder = (errors: object[]) => errors.map((error) => JSON.stringify(error)).toSorted();
  assert.deepEqual(inOrder(each), inOrder(closed));
  assert.equal(each.length, 4);
});

const query = validator(
  Closed({ ...PageQuery, projectId: AnyOf(Type.String(), "A project."), billable: Type.Optional(Type.Boolean()) }),
  "querystring",
);

test("a query is read from text: numbers, booleans and repeated filters", () => {
  assert.deepEqual(query({ limit: "200", billable: "false", projectId: "a" }), {
    value: { limit: 200, billable: false, projectId: ["a"] },
  });
  assert.deepEqual(query({ projectId: ["a", "b"] }), { value: { projectId: ["a", "b"] } });
});

test("an invalid or repeated single value in a query is a 422", () => {
  for (const limit of ["0", "201", "-1", "abc", "", "1.5", ["1", "2"]]) {
    const { error } = query({ limit });
    assert.equal(error?.code, "validation_failed", JSON.stringify(limit));
    assert.equal(error.errors?.[0]?.pointer, "/limit");
  }
  for (const billable of ["1", "yes", "", "TRUE", ["true", "false"]]) {
    assert.equal(query({ billable }).error?.errors?.[0]?.pointer, "/billable", JSON.stringify(billable));
  }
  assert.equal(query({ projectId: Array(101).fill("a") }).error?.errors?.[0]?.code, "too_long");
});

test("a filter accepts several values: repeated, in brackets or with commas; a backslash keeps a comma", () => {
  const ids = (given: object) => (query(given).value as { projectId?: string[] }).projectId;
  assert.deepEqual(ids({ projectId: "a,b" }), ["a", "b"]);
  assert.deepEqual(ids({ projectId: ["a, b", "c"] }), ["a", "b", "c"]);
  assert.deepEqual(ids({ "projectId[]": ["a", "b"] }), ["a", "b"]);
  assert.deepEqual(ids({ projectId: "a", "projectId[]": "b,c" }), ["a", "b", "c"]);
  assert.deepEqual(ids({ projectId: " a\\,b" }), [" a,b"]);
  assert.deepEqual(ids({ projectId: "a,," }), ["a", "", ""]);
  assert.equal(query({ projectId: "a,".repeat(100) }).error?.errors?.[0]?.code, "too_long");
  for (const single of ["limit[]", "projectId[0]", "[]"])
    assert.equal(query({ [single]: "1" }).error?.code, "unknown_parameter", single);
});

test("a parameter from another API gets its own hint, and one that resembles none gets no hint", () => {
  const range = validator(
    Closed({
      ...PageQuery,
      from: Type.Optional(Type.String()),
      to: Type.Optional(Type.String()),
      tag: AnyOf(Type.String(), "A tag."),
    }),
    "querystring",
  );
  for (const [name, says] of [
    ["page", /is not known: lists are paged by cursor.*\. Known: limit, cursor/],
    ["offset", /cursor/],
    ["starting_after", /cursor/],
    ["per_page", /limit sets the page size/],
    ["pageSize", /limit sets the page size/],
    ["start_date", /begins with from/],
    ["since", /begins with from/],
    ["endDate", /ends with to/],
    ["tags", /did you mean tag\? Known/],
    ["curser", /did you mean cursor\? Known/],
    ["color", /"color" is not known\. Known: limit, cursor, from, to, tag\.$/],
    ["timezone", /"timezone" is not known\. Known/],
  ] as const)
    assert.match(range({ [name]: "1" }).error?.message ?? "", says, name);
});

test("an unknown query parameter gets the nearest and the known ones", () => {
  const { error } = query({ projectID: "a", limit: "0" });
  assert.equal(error?.code, "unknown_parameter");
  assert.match(error.message, /"projectID" is not known; did you mean projectId\? Known: limit, cursor, projectId/);
  assert.deepEqual(found({ error })[1], ["/limit out_of_range", "/projectID unknown_parameter"]);
  const none = validator(Closed({}), "querystring");
  assert.match(none({ a: "1" }).error?.message ?? "", /this operation has none/);
});
