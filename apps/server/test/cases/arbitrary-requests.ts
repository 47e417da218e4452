import fc from "fast-check";
import { anyText } from "./any-text.ts";
import type { Operation } from "./operations.ts";
import type { Json } from "#test/worlds/test-app.ts";

/** How to change a valid request before it is sent. */
export interface Mangling {
  body: (valid: Json) => { text: string | Buffer; type: string } | undefined;
  ids: (valid: Record<string, string>) => Record<string, string>;
  query: string;
  headers: Record<string, string>;
}

const oddTexts = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\udc00x",
  "\u{1f600}",
  "e\u0301",
  "\u202e",
  "null",
  "0",
  "-1",
  "__proto__",
  "constructor",
  "%",
  "%00",
  "%zz",
  "..",
  "' or 1=1 --",
  "{}",
  "\\",
  "_%",
  "2026-03-02T09:00:00Z",
  "2026-02-30T09:00:00Z",
  "1969-12-31T23:59:59.999Z",
  "2199-12-31T23:59:59.999999999Z",
  "2200-01-01T00:00:00Z",
  "0000-01-01T00:00:00+23:59",
  "9999-12-31",
  "1970-01-01",
  "2199-12-31",
  "2026-03-29T02:30:00+01:00",
  "infinity",
  "now",
  "Europe/Berlin",
  "Etc/GMT+14",
  "EUR",
  "eur",
  "#3b82f6",
  "up",
  "active",
  "x".repeat(50),
  "é".repeat(201),
  "\u{1f600}".repeat(2001),
  "x".repeat(100_000),
];

const oddNumbers = [
  0,
  -0,
  -1,
  1,
  0.5,
  59,
  604_800,
  604_801,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  1e21,
  1e308,
  -1e308,
  5e-324,
];

const text = fc.oneof(
  fc.constantFrom(...oddTexts),
  fc.string({ unit: "grapheme", maxLength: 60 }),
  anyText({ maxLength: 20 }),
);

const key = fc.oneof(
  fc.constantFrom(
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "",
    "a/b~c",
    "id",
    "orgId",
    "org_id",
    "version",
  ),
  fc.string({ maxLength: 10 }),
);

const value: fc.Arbitrary<unknown> = fc.oneof(
  text,
  fc.constantFrom(...oddNumbers),
  fc.constantFrom(null, true, false),
  fc.jsonValue({ maxDepth: 4 }),
  fc.array(text, { maxLength: 30 }),
  fc.nat({ max: 3000 }).map((length) => Array.from({ length }, (_item, at) => at)),
);

type Change = { kind: "drop" | "replace" | "add" | "repeat"; at: number; key: string; value: unknown };

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom("drop", "replace", "replace", "replace", "add", "repeat"),
  at: fc.nat(),
  key,
  value,
});

const nested = fc.tuple(fc.constantFrom("[", '{"a":', '{"name":['), fc.constantFrom(10, 31, 32, 33, 1000, 100_000));

const contentType = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom("application/json", "application/json; charset=utf-8") },
  { weight: 1, arbitrary: fc.constantFrom("text/plain", "application/x-www-form-urlencoded", "") },
);

type Body = Mangling["body"];

const body: fc.Arbitrary<Body> = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(fc.array(change, { minLength: 0, maxLength: 3 }), contentType).map(mutated) },
  {
    weight: 1,
    arbitrary: fc.tuple(value, contentType).map(([any, type]): Body => () => ({ text: JSON.stringify(any), type })),
  },
  { weight: 1, arbitrary: fc.tuple(fc.uint8Array({ maxLength: 60 }), fc.nat(), contentType).map(spliced) },
  {
    weight: 1,
    arbitrary: fc.tuple(nested, contentType).map(([[open, times], type]): Body => () => ({
      text: open.repeat(times),
      type,
    })),
  },
  { weight: 1, arbitrary: fc.constant<Body>(() => undefined) },
);

/** Returns a body in which some values of the valid body, at any depth, are dropped, replaced, added or duplicated. */
function mutated([changes, type]: [Change[], string]): Body {
  return (valid) => {
    const copy = structuredClone(valid ?? {});
    let repeated = "";
    for (const { kind, at, key: name, value: instead } of changes) {
      const places = placesOf(copy);
      const place = places[at % Math.max(places.length, 1)];
      if (kind === "repeat" && place !== undefined)
        repeated += `${JSON.stringify(place.key)}:${JSON.stringify(instead)},`;
      else if (kind === "add" || place === undefined) define(place?.holder ?? copy, name, instead);
      else if (kind === "drop") delete place.holder[place.key];
      else define(place.holder, place.key, instead);
    }
    const whole = JSON.stringify(copy);
    return { text: repeated === "" ? whole : whole.replace("{", `{${repeated}`).replace(",}", "}"), type };
  };
}

function define(holder: Json, name: string, instead: unknown): void {
  if (Array.isArray(holder) && name === "length") return;
  // Use defineProperty, because assigning to `__proto__` would not create a property.
  Object.defineProperty(holder, name, { value: instead, enumerable: true, configurable: true, writable: true });
}

function placesOf(node: Json): { holder: Json; key: string }[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.keys(node)
    .slice(0, 50)
    .flatMap((name) => [{ holder: node, key: name }, ...placesOf(node[name])]);
}

function spliced([bytes, at, type]: [Uint8Array, number, string]): Body {
  return (valid) => {
    const whole = Buffer.from(JSON.stringify(valid ?? {}));
    const place = at % (whole.length + 1);
    return { text: Buffer.concat([whole.subarray(0, place), bytes, whole.subarray(place + (at % 3))]), type };
  };
}

const ids: fc.Arbitrary<Mangling["ids"]> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Mangling["ids"]>((valid) => valid) },
  {
    weight: 1,
    arbitrary: text
      .filter((id) => id !== "" && !/^\.+$/.test(id))
      .map(
        (id): Mangling["ids"] =>
          (valid) =>
            Object.fromEntries(
              Object.keys(valid).map((name) => [name, id.toWellFormed().slice(0, 1000).toWellFormed()]),
            ),
      ),
  },
);

const header: fc.Arbitrary<[string, string]> = fc.oneof(
  fc.tuple(fc.constant("accept"), fc.constantFrom("application/json", "*/*", "text/html", "application/*", ";;,")),
  fc.tuple(fc.constant("if-match"), fc.constantFrom("*", '"1"', '"2"', 'W/"1"', '"1', ",", "x".repeat(4000))),
  fc.tuple(fc.constant("if-none-match"), fc.constantFrom("*", '"1"', 'W/"1"', '"', ", ,")),
  fc.tuple(
    fc.constant("idempotency-key"),
    fc.oneof(fc.uuid(), fc.constantFrom("a", '"a"', '""', "", "x".repeat(255), "x".repeat(256), "é", "\t", "a, b")),
  ),
  fc.tuple(fc.constant("x-request-id"), fc.constantFrom("mine", "", "x".repeat(128), "x".repeat(129), "é", "a b")),
  fc.tuple(fc.constant("content-encoding"), fc.constantFrom("gzip", "identity", "Identity", "")),
  fc.tuple(
    fc.constantFrom("accept-encoding", "accept-language", "x-forwarded-for"),
    fc.constantFrom("gzip", "' --", "\u00ff"),
  ),
  fc.constant<[string, string]>(["x-http-method-override", "DELETE"]),
);

const headers = fc.oneof(
  { weight: 2, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.array(header, { maxLength: 3 }).map((some) => Object.fromEntries(some)) },
);

/**
 * Generates query strings: values for the operation's own parameters, some of them valid, and occasionally unknown
 * parameters.
 */
function query(operation: Operation): fc.Arbitrary<string> {
  const parameters: Json[] = (operation.described.parameters ?? []).filter(
    (parameter: Json) => parameter.in === "query",
  );
  const fitting = (schema: Json): fc.Arbitrary<string> => {
    const one = schema.type === "array" ? schema.items : schema;
    if (one.enum !== undefined) return fc.constantFrom(...one.enum.map(String));
    if (one.type === "boolean") return fc.constantFrom("true", "false");
    if (one.type === "integer") return fc.constantFrom("1", "2", "50", "200");
    if (String(one.format).startsWith("date"))
      return fc.constantFrom("2026-03-01", "2026-03-01T09:00:00Z", "1970-01-01", "2199-12-31");
    if (one.format === "time-zone") return fc.constantFrom("Europe/Berlin", "Pacific/Apia", "UTC");
    return fc.constantFrom("me", "a", "Design", ...(one.examples ?? []));
  };
  const pairs = parameters.map((parameter) =>
    fc
      .tuple(
        fc.oneof({ weight: 4, arbitrary: fitting(parameter.schema) }, { weight: 1, arbitrary: text }),
        fc.nat({ max: 2 }),
      )
      .map(([given, more]) => Array.from({ length: more === 2 ? 2 : 1 }, () => pair(parameter.name, given)).join("&")),
  );
  const stray = fc.oneof(
    fc.constantFrom(
      "%",
      "%zz=1",
      "=",
      "&&",
      "a=%ff",
      "+",
      "__proto__=1",
      "limit[]=1",
      "toString=1",
      "?",
      "limit=1&limit=2",
    ),
    fc.tuple(key, text).map(([name, given]) => pair(name, given)),
  );
  return fc
    .tuple(
      pairs.length === 0
        ? fc.constant([])
        : fc.subarray(pairs, { maxLength: Math.min(4, pairs.length) }).chain((some) => fc.tuple(...some)),
      fc.oneof({ weight: 7, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: stray }),
    )
    .map(([some, odd]) => [...some, ...(odd === null ? [] : [odd])].join("&"));
}

function pair(name: string, given: string): string {
  return `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(given.toWellFormed().slice(0, 5000))}`;
}

export function mangling(operation: Operation): fc.Arbitrary<Mangling> {
  return fc.record({ body, ids, query: query(operation), headers });
}
