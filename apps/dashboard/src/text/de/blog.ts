import type { blog as en } from "#text/en/blog.ts";

export const blog: typeof en = {
  title: "Blog",
  lead: "Veröffentlichte Artikel, so wie Leser sie von der Inhalts-API bekommen. Artikel werden in Dateien geschrieben und auf der Kommandozeile importiert.",
  search: "Artikel suchen",
  category: "Kategorie",
  empty: "Noch ist nichts veröffentlicht.",
  emptyHow: "Importieren Sie dort, wo der Dienst läuft, einen Ordner mit Markdown-Dateien oder eine JSON-Datei:",
  nothingMatches: "Kein Artikel passt.",
  json: "JSON",
  jsonOf: (title) => `JSON von „${title}“`,
  listJson: "JSON dieser Liste",
  by: (author) => `von ${author}`,
  image: "Bild",
  back: "Alle Artikel",
  notFound: "Kein Artikel hat diese Adresse.",
};
