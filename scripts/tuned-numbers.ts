import { parseSync } from "oxc-parser";

/*
 * A tuned number is one that somebody chose and could choose differently: a time, a size, a count or a limit. It is
 * counted where its value is written as a number expression, which consists of literals, arithmetic and units:
 * - as a constant at the top level of a file, `const maxRead = 64 * 1024`;
 * - as a property of an object, `{ timeoutMs: 15_000 }`;
 * - as a default, `{ timeoutMs = 15_000 }`.
 *
 * Not counted are values that follow from other names (`2 * pollMs`), 0 and 1, one unit (`hourMs`), lengths of arrays,
 * numbers in other bases, such as file modes, properties that a format names in capitals, objects that number their
 * properties, HTTP statuses, and what the contract gives: schemas and examples.
 */
const isUnit = (name: string) =>
  /^(?:second|minute|hour|day|week|month|quarter|quarter_hour|year)(?:s|Ms|Seconds)?$|^(?:kibi|mebi)byte$|^[mh]$/.test(
    name,
  );
const isOfContract = (name: string) =>
  /^(?:min|max)(?:imum|Length|Items|Properties)$|^(?:multipleOf|default|status|statusCode|length|previous)$|example/i.test(
    name,
  );
/** Files of schemas state the contract. */
export const statesContract = (file: string) => /(?:schemas|\/fields)\.ts$/.test(file);

export interface TunedNumber {
  line: number;
  name: string;
  kind: "constant" | "option" | "default";
}

type Node = { type: string; start: number } & Record<string, unknown>;

export function listTunedNumbers(file: string, text: string): TunedNumber[] {
  const found: TunedNumber[] = [];

  function note(kind: TunedNumber["kind"], key: Node, value: Node | null): void {
    const name = nameOf(key);
    if (value === null || isUnit(name) || name === "" || !isNumber(value) || isTrivial(value)) return;
    found.push({ line: text.slice(0, key.start).split("\n").length, name, kind });
  }

  function walk(node: Node, isTop = false): void {
    const { key, value, id, init, left, right } = node as unknown as Record<string, Node>;
    if (node.type === "ObjectExpression" && isNumbering(node["properties"] as Node[])) return;
    if (node.type === "Property" && key && value) {
      if (isOfContract(nameOf(key))) return;
      if (/[a-z]/.test(nameOf(key))) note("option", key, value);
    }
    if (node.type === "VariableDeclarator" && id) {
      if (isOfContract(nameOf(id))) return;
      if (isTop) note("constant", id, init ?? null);
    }
    if (node.type === "AssignmentPattern" && left && right) note("default", left, right);
    const isOuter = /^(?:Program|ExportNamedDeclaration|VariableDeclaration)$/.test(node.type);
    for (const each of Object.values(node).flat())
      if (typeof each === "object" && each !== null && "type" in each) walk(each as Node, isTop && isOuter);
  }

  walk(parseSync(file, text).program as unknown as Node, true);
  return found;
}

function nameOf({ type, name, value }: Node): string {
  return type === "Identifier" ? String(name) : type === "Literal" ? String(value) : "";
}

function isNumber(node: Node): boolean {
  const { left, right, argument } = node as unknown as Record<"left" | "right" | "argument", Node>;
  if (node.type === "Literal") return typeof node["value"] === "number" && !/^0[xbo]/.test(String(node["raw"]));
  if (node.type === "Identifier") return isUnit(nameOf(node));
  if (node.type === "UnaryExpression") return node["operator"] === "-" && isNumber(argument);
  return node.type === "BinaryExpression" && isNumber(left) && isNumber(right);
}

function isTrivial({ type, value, argument }: Node): boolean {
  if (type === "UnaryExpression") return isTrivial(argument as Node);
  return type === "Identifier" || (type === "Literal" && (value === 0 || value === 1));
}

/** Whether the numbers of an object count up, such as indexes, or are all statuses of HTTP. */
function isNumbering(properties: readonly Node[]): boolean {
  const numbers = properties.map((property) => (property["value"] as Node | undefined)?.["value"]);
  return (
    numbers.length > 1 &&
    (numbers.every((value, at) => value === at) ||
      numbers.every((value) => typeof value === "number" && value >= 400 && value < 600))
  );
}
