import { namedStatementLimit } from "#platform/database/pool/prepared-queries.ts";
import type { SpanFacts } from "#platform/spans.ts";

export interface DescribedStatement {
  /** The operation and its table, such as `INSERT time_entries`. */
  name: string;
  facts: SpanFacts;
}

const maxKept = 1_000;
const writes = /\b(insert into|update|delete from)\s+([a-z_]+)/g;
const reads = /[()]|\bfrom\s+([a-z_]+)\b(?!\()/g;
const defined = /\b([a-z_]+)\s+as\s+(?:not\s+)?(?:materialized\s+)?\(/g;
/** Words that follow `update` where it does not start a statement: in `for update` and `do update`. */
const noTables = new Set(["set", "skip", "of", "nowait", "limit"]);

/**
 * Returns a function that describes statements for their spans. It only uses the SQL text, in which every value is a
 * placeholder, so spans contain no values.
 */
export function createStatementDescriber(): (text: string) => DescribedStatement {
  const known = new Map<string, DescribedStatement>();
  return (text) => {
    let described = known.get(text);
    if (described === undefined) {
      described = describe(text);
      if (known.size < namedStatementLimit) known.set(text, described);
    }
    return described;
  };
}

function describe(text: string): DescribedStatement {
  const query = text.replaceAll(/\s+/g, " ").trim();
  const operation = findOperation(query);
  const name = operation.join(" ");
  const [verb, table] = operation;
  const facts = {
    "db.system.name": "postgresql",
    "db.operation.name": verb,
    "db.query.summary": name,
    "db.query.text": query.slice(0, maxKept),
    ...(table === undefined ? {} : { "db.collection.name": table }),
  };
  return { name, facts };
}

/** Finds the first write, even in a common table expression, or else the outermost read. */
function findOperation(query: string): [verb: string, table?: string] {
  for (const [, verb = "", table = ""] of query.matchAll(writes))
    if (!noTables.has(table)) return [verb.split(" ")[0]?.toUpperCase() ?? "", table];
  const expressions = new Set(Array.from(query.matchAll(defined), ([, name]) => name));
  const first = (/^\w+/.exec(query)?.[0] ?? "statement").toUpperCase();
  const verb = first === "WITH" ? "SELECT" : first;
  let found: string | undefined;
  let foundAt = Infinity;
  let depth = 0;
  for (const [token, table = ""] of query.matchAll(reads)) {
    if (token === "(") depth++;
    else if (token === ")") depth--;
    else if (depth < foundAt && !expressions.has(table)) [found, foundAt] = [table, depth];
  }
  return found === undefined ? [verb] : [verb, found];
}
