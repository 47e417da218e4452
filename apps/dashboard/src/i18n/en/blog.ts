/** The texts of `/blog`. */
export const blog = {
  lead: "These are the published articles, as the content API returns them. You write articles in files and import them on the command line.",
  search: "Search articles",
  category: "Category",
  empty: "Nothing has been published yet.",
  emptyHow: "To import a folder of Markdown files or a JSON file, run this on the server:",
  nothingMatches: "No articles found.",
  json: "JSON",
  jsonOf: (title: string) => `JSON of “${title}”`,
  listJson: "JSON of this list",
  by: (author: string) => `by ${author}`,
  image: "Image",
  back: "All articles",
  notFound: "There’s no article at this address.",
};
