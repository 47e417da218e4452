import { isDeepStrictEqual } from "node:util";
import { exampleOf, type Json, publish } from "./openapi-schemas.ts";

/** Collects the parts of the document that the rest refers to. */
export function createComponents() {
  const all: Record<"headers" | "parameters" | "responses" | "schemas", Record<string, Json>> = {
    headers: {},
    parameters: {},
    responses: {},
    schemas: {},
  };

  /** Adds a schema to the document. One with an `$id` is a resource and has an example; `x-part` names a part of several. */
  function addSchema(name: string, { description, ...published }: Json, source: Json): Json {
    const schema = { ...published, ...(source["$id"] !== undefined && { examples: [exampleOf(source)] }) };
    const { description: usual, ...known } = (all.schemas[name] ??= { description, ...schema });
    if (!isDeepStrictEqual(known, schema)) throw new Error(`two schemas are named ${name}`);
    return { $ref: `#/components/schemas/${name}`, ...(description !== usual && { description }) };
  }

  return {
    all,
    publish: (schema: Json, isSent = false) => publish(schema, addSchema, isSent) as Json,
    /** Returns a reference. If its name belongs to another component, it is also named after the operation's tag. */
    refer(kind: "headers" | "parameters" | "responses", name: string, value: Json, tag: string): Json {
      const same = Object.keys(all[kind]).find((each) => isDeepStrictEqual(all[kind][each], value));
      const found = same ?? toName(toName(name) in all[kind] ? `${name} of ${tag}` : name);
      if (same === undefined && found in all[kind]) throw new Error(`two ${kind} are named ${found}`);
      all[kind][found] = value;
      return { $ref: `#/components/${kind}/${found}` };
    },
  };
}

function toName(text: string): string {
  return text.replaceAll(/(?:^|\W+)(\w)/g, (_all, letter: string) => letter.toUpperCase());
}
