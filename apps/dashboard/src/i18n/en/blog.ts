/** The texts of `/blog`. */
export const blog = {
  lead: "Published articles, as the content API delivers them. You write articles in files and import them from the command line.",
  search: "Search articles",
  category: "Category",
  empty: "Nothing has been published yet.",
  emptyHow: "To import a folder of Markdown files or a JSON file, run this on the server:",
  nothingMatches: "No articles match.",
  json: "JSON",
  jsonOf: (title: string) => `JSON of “${title}”`,
  listJson: "JSON of this list",
  by: (author: string) => `by ${author}`,
  image: "Image",
  back: "All articles",
  notFound: "There’s no article at this address.",
};
