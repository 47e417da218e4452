import type { blog as en } from "#i18n/en/blog.ts";

export const blog: typeof en = {
  lead: "Die veröffentlichten Artikel, wie Leser sie über die Inhalts-API erhalten. Artikel werden in Dateien geschrieben und über die Kommandozeile importiert.",
  search: "Artikel suchen",
  category: "Kategorie",
  empty: "Es wurde noch nichts veröffentlicht.",
  emptyHow: "Um einen Ordner mit Markdown-Dateien oder eine JSON-Datei zu importieren, führen Sie auf dem Server aus:",
  nothingMatches: "Keine Artikel gefunden.",
  json: "JSON",
  jsonOf: (title) => `JSON von „${title}“`,
  listJson: "JSON dieser Liste",
  by: (author) => `von ${author}`,
  image: "Bild",
  back: "Alle Artikel",
  notFound: "Unter dieser Adresse gibt es keinen Artikel.",
};
