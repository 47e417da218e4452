/** The texts of `/blog`. */
export const blog = {
  title: "Blog",
  lead: "Published articles, as the content API gives them to readers. Articles are written in files and imported from the command line.",
  search: "Search articles",
  category: "Category",
  empty: "Nothing is published yet.",
  emptyHow: "Import a folder of Markdown files or a JSON file where the service runs:",
  nothingMatches: "No article matches.",
  json: "JSON",
  jsonOf: (title: string) => `JSON of “${title}”`,
  listJson: "JSON of this list",
  by: (author: string) => `by ${author}`,
  image: "Image",
  back: "All articles",
  notFound: "No article has this address.",
};
