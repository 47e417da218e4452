/** Parses CSV strictly: throws an error for any violation of RFC 4180. */
export function readCsv(text: string, separator = ","): string[][] {
  const records: string[][] = [];
  const field = new RegExp(`"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*)`, "y");
  for (let record: string[] = []; field.lastIndex < text.length;) {
    const [, quoted, bare = ""] = field.exec(text) ?? [];
    record.push(quoted?.replaceAll('""', '"') ?? bare);
    const end = field.lastIndex;
    if (text[end] === separator) {
      field.lastIndex = end + 1;
    } else if (text.startsWith("\r\n", end)) {
      field.lastIndex = end + 2;
      records.push(record);
      record = [];
    } else {
      throw new Error(`no separator and no CRLF at ${end}: ${JSON.stringify(text.slice(end, end + 20))}`);
    }
  }
  return records;
}
