// A screen's filter stands in its address under the names of the API, and both leave out what is empty.

type Filled<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined | ""> };

/** The fields that have a value: not undefined, an empty text or an empty list. */
export function filled<Fields extends object>(fields: Fields): Filled<Fields> {
  const given = Object.entries(fields).filter(([, value]) => valuesOf(value).length > 0);
  return Object.fromEntries(given) as Filled<Fields>;
}

/** The query parameters with these fields changed. A field without a value has no parameter, a list may have several. */
export function withFields(params: URLSearchParams, fields: object): URLSearchParams {
  const after = new URLSearchParams(params);
  for (const [name, value] of Object.entries(fields)) {
    after.delete(name);
    for (const each of valuesOf(value)) after.append(name, String(each));
  }
  return after;
}

/** The query parameters of an address that has nothing but these fields. */
export function toParams(fields: object): URLSearchParams {
  return withFields(new URLSearchParams(), fields);
}

function valuesOf(value: unknown): unknown[] {
  return [value].flat().filter((each) => each !== undefined && each !== "");
}
