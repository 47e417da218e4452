export const verifier = {
  heading: "Verify statements of approved time",
  lead: "Drop the JSON files of statements here, or choose them. They stay in your browser: this page sends nothing and works without a network.",
  files: "JSON files",
  save: "Save this page",
  insecure:
    "Browsers verify statements only over HTTPS or in a page on your own disk. Save this page, and open the saved file.",
  nameOf: (name: string, id: string) => `${name} (${id}; no hash covers the name)`,
  more: (count: string) => `and ${count} more`,
  notStatement: "This isn’t a statement.",
  unreadable: "The file can’t be read.",
  conflict: "Another file claims to be the same revision, but differs.",
  compare:
    "This shows only that each statement agrees with its own hash, which a forger can compute too. So compare the hash with the one on paper, or with a copy that you got from elsewhere.",
};
