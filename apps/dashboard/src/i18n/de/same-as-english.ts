/** Names, and words that both languages share. The test that finds texts left in English ignores them. */
export const sameAsEnglish = [
  "API",
  "In Stint",
  "{0} in {1}",
  "Person {0}",
  "MM",
  "Hash (SHA-256)",
  ..."Admin Blog Budget Budgets Code Dashboard Details Enter Import Manager Name Person Problem Status Team Teams Timer".split(
    " ",
  ),
  ..."CSV JSON URL Excel Webhooks".split(" "),
];
