import { Type } from "#platform/http/contract/type/type.ts";

export const resumableCursor = Type.Optional(
  Type.String({
    format: "text",
    maxLength: 8000,
    description:
      "`nextCursor` of the previous page, or `resumeCursor` of the last run to start the next one; both with the same filters. With `resumeCursor`, leave out `since`.",
  }),
);

export const resumeCursor = Type.String({
  description:
    "Store it with the copy, and pass it as `cursor` to start the next run: no change is missed, even if the clock of the database is set back. The same on all pages of one run.",
});
