// Generated from the server's declarations by `npm run generate`; never edited.

export const replies = {
  unrated_entries: "Some entries have no rate. Set one and reprice them, or bill these entries at 0.",
  idempotency_mismatch: "An earlier attempt has succeeded, although its reply was lost. Close the form and look at the result.",
};
