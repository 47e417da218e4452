import type { blog as en } from "#i18n/en/blog.ts";

export const blog: typeof en = {
  lead: "Les articles publiés, tels que les lecteurs les reçoivent de l’API de contenu. Les articles s’écrivent dans des fichiers et s’importent en ligne de commande.",
  search: "Rechercher un article",
  category: "Catégorie",
  empty: "Rien n’a encore été publié.",
  emptyHow: "Pour importer un dossier de fichiers Markdown ou un fichier JSON, exécutez sur le serveur :",
  nothingMatches: "Aucun article ne correspond.",
  json: "JSON",
  jsonOf: (title) => `JSON de « ${title} »`,
  listJson: "JSON de cette liste",
  by: (author) => `par ${author}`,
  image: "Image",
  back: "Tous les articles",
  notFound: "Il n’y a pas d’article à cette adresse.",
};
