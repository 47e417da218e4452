/** The names in a PromQL expression: each metric with the labels in its selector, and the labels used for grouping. */
export interface Named {
  metrics: { name: string; labels: string[] }[];
  grouped: string[];
}

const keywords = new Set([
  "and",
  "or",
  "unless",
  "by",
  "on",
  "without",
  "ignoring",
  "group_left",
  "group_right",
  "bool",
]);

/** Finds the names in PromQL as our dashboard and alerts use it. This is not a full parser. */
export function namesIn(expression: string): Named {
  const grouped: string[] = [];
  const rest = expression
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')
    .replaceAll(/\[[^\]]*\]/g, "")
    .replaceAll(/\b(?:by|on|without|ignoring|group_left|group_right)\s*\(([^)]*)\)/g, (_, labels: string) => {
      grouped.push(...labels.split(",").map((label) => label.trim()));
      return " ";
    });
  const metrics = [...rest.matchAll(/(?<![\w.])([a-zA-Z_:][\w:]*)\s*(\{[^}]*\}|\()?/g)].flatMap(
    ([, name = "", after]) => (after === "(" || keywords.has(name) ? [] : [{ name, labels: labelsOf(after) }]),
  );
  return { metrics, grouped: grouped.filter((label) => label !== "") };
}

function labelsOf(selector = ""): string[] {
  return [...selector.matchAll(/([a-zA-Z_]\w*)\s*(?:=~|!~|!=|=)/g)].map(([, label = ""]) => label);
}

/** Returns the labels of each series in the text of /metrics, by the name of the series. */
export function exposedBy(text: string): Map<string, Set<string>> {
  const exposed = new Map<string, Set<string>>();
  for (const line of text.split("\n")) {
    const [, declared, type] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
    const parts = type === "histogram" ? ["_bucket", "_sum", "_count"] : [""];
    if (declared !== undefined) for (const part of parts) exposed.set(declared + part, new Set());
    const [, name = "", labels = ""] = /^([a-zA-Z_:][\w:]*)(\{.*\})? /.exec(line) ?? [];
    for (const label of labelsOf(labels.replaceAll(/"(?:[^"\\]|\\.)*"/g, ""))) exposed.get(name)?.add(label);
  }
  return exposed;
}
