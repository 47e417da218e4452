import type { Static } from "typebox";
import { Nullable, OneOf } from "#platform/http/contract/schemas.ts";
import { Type } from "#platform/http/contract/type/type.ts";
import { count } from "./preview-schemas.ts";

export const Question = Type.Object({
  code: OneOf(["date_order", "columns", "duration_unit", "decimal_mark", "encoding"], {
    description:
      "`date_order`: choose `dateOrder`. `columns`: the column mapping lacks a required field. `duration_unit`: choose `durationUnit`. `decimal_mark`: choose `decimalMark`. `encoding`: choose `encoding`.",
  }),
  message: Type.String({ description: "The question, as a sentence." }),
  line: Nullable(count("The line of the example.")),
  file: Nullable(
    Type.String({ description: "The file of the example within a zip, if its answer is not that of all." }),
  ),
  example: Nullable(Type.String({ description: "A value in the file that can be read in several ways." })),
  answers: Type.Array(
    Type.Object({
      value: Type.String({ description: "The value to choose." }),
      seconds: count("The total duration of all rows with this answer."),
      first: Type.Array(
        Type.Object({
          line: count("The line of the file."),
          read: Type.String({ description: "The text in the file." }),
          number: Type.Number({ description: "The number that it means with this answer." }),
          seconds: count("The duration of its row with this answer."),
        }),
        { description: "The first five rows that the answer changes." },
      ),
      texts: Type.Array(Type.String(), {
        description: "For `encoding`: words of the file as they read with this answer.",
      }),
    }),
    {
      description:
        "For `duration_unit`, `decimal_mark` and `encoding`: each answer and its effect; empty for other questions.",
    },
  ),
});
export type Question = Static<typeof Question>;
