import { storableFields } from "#tracking/exchange/imports/sources/rows/project-fields.ts";
import type { SourceItem } from "#tracking/exchange/imports/sources/rows/source-row.ts";
import { readTags, TextReader } from "#tracking/exchange/imports/sources/values/texts.ts";

/** Makes names acceptable to the API, and leaves out items without a name. */
export async function* cleanItems(items: AsyncIterable<SourceItem>): AsyncGenerator<SourceItem, void> {
  const texts = new TextReader();
  const name = (text: string | undefined) => texts.name(text ?? "", "name", []);
  for await (const item of items) {
    const clean = item.kind === "tag" ? readTags([item.name], "name").value[0] : name(item.name);
    if (item.kind === "person") {
      const email = texts.email(item.email ?? "", "email", []);
      if ((clean ?? email) !== undefined) yield { ...item, name: clean ?? email ?? "", email };
    } else if (clean === undefined) {
      continue;
    } else if (item.kind === "project") {
      yield {
        ...item,
        name: clean,
        client: name(item.client),
        fields: storableFields(item.fields),
      };
    } else if (item.kind === "task") {
      const project = name(item.project);
      if (project !== undefined) yield { ...item, name: clean, project, client: name(item.client) };
    } else yield { ...item, name: clean };
  }
}
