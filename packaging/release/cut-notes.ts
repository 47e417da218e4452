/**
 * Returns the part of the changelog about a version, without its heading.
 * @throws if the changelog has no heading `## VERSION`, alone or with a date.
 */
export function cutNotes(changelog: string, version: string): string {
  const parts = changelog.split(/^## /m).slice(1);
  const found = parts.find((part) => part.split(/[\s\n]/, 1)[0] === version);
  if (found === undefined) throw new Error(`CHANGELOG.md has no heading "## ${version}": a release needs one.`);
  return `${found.slice(found.indexOf("\n") + 1).trim()}\n`;
}
