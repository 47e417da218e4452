import { Type, type TSchema } from "#platform/http/contract/type/type.ts";

/** Returns the schema of all errors. Each code has a status in `statusOf`; `facts` are the members that errors may add. */
export function problemSchema(statusOf: Readonly<Record<string, number>>, facts: Record<string, TSchema>): TSchema {
  return Type.Object(
    {
      type: Type.Literal("about:blank", { description: "Always `about:blank`; `code` distinguishes the problems." }),
      title: Type.String({ description: "The name of the status." }),
      status: Type.Integer({ description: "The status of the reply." }),
      detail: Type.String({ description: "What is wrong and how to fix it, for people to read." }),
      code: Type.String({
        enum: Object.keys(statusOf),
        description: "The reason, for programs: one of a closed list; `x-status` lists the codes for each status.",
        "x-status": statusOf,
      }),
      requestId: Type.String({ description: "Identifies the request in the log; also in `X-Request-Id`." }),
      ...facts,
      errors: Type.Optional(
        Type.Array(
          Type.Object({
            pointer: Type.String({
              description: "JSON Pointer (RFC 6901) into the body; a query parameter as `/name`.",
            }),
            code: Type.String({ description: "The kind of fault, for programs." }),
            message: Type.String({ description: "The fault: a sentence, or a requirement such as `must be …`." }),
            ...facts,
          }),
          { description: "Each fault and its location; absent if no field is at fault." },
        ),
      ),
    },
    {
      $id: "Problem",
      description: "RFC 9457 problem details.",
      examples: [
        {
          type: "about:blank",
          title: "Unprocessable Entity",
          status: 422,
          detail: "/durationSeconds must be at least 0.",
          code: "validation_failed",
          requestId: "0199c5d0-a1b2-7c3d-8e4f-5a6b7c8d9e0f",
          errors: [{ pointer: "/durationSeconds", code: "out_of_range", message: "must be at least 0" }],
        },
      ],
    },
  );
}
