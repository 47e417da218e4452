/** Names, and words that both languages share. The test that finds texts left in English ignores them. */
export const sameAsEnglish = [
  "API",
  ..."Blog Budget Budgets Client Clients client clients Code Date Description Guide Image Import Imports".split(" "),
  ..."Invitation Invitations invitation invitations Minutes Note Notifications Page Pause Point Session Sessions Total active Ctrl MM".split(
    " ",
  ),
  ..."cyan indigo magenta mauve olive violet".split(" "),
  ..."CSV JSON URL Excel Webhooks".split(" "),
];
