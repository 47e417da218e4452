import { Type, type Static } from "#platform/http/contract/type/type.ts";
import { longestTag } from "#tracking/entries/time-entries/fields.ts";
import { Closed, exampleId, Id, Instant, Name, Nullable, StoredName } from "#platform/http/contract/schemas.ts";

export const TagList = Type.Object({
  data: Type.Array(
    Type.Object({
      name: Type.String({ description: "The tag in its latest spelling." }),
      count: Type.Integer({ description: "The number of entries with this tag." }),
      lastUsedAt: Instant("The latest start of an entry with this tag."),
    }),
    { description: "All tags in use." },
  ),
});

export const RenameTags = Closed(
  {
    from: Type.Array(StoredName(longestTag, "A tag, ignoring case."), {
      minItems: 1,
      maxItems: 100,
      description: "The tags to replace. Several are merged.",
    }),
    to: Name("The tag that replaces them, in the spelling to show. It may already be in use.", longestTag),
    dryRun: Type.Optional(Type.Boolean({ description: "If true, only counts and changes nothing.", default: false })),
  },
  { examples: [{ from: ["ui", "user interface"], to: "UI", dryRun: false }] },
);
export type RenameTags = Static<typeof RenameTags>;

const changed = "How many entries were changed, or would be changed.";
const locked = "How many would be changed, but start before the lock date and keep their tags.";
const renameId = "For `POST /tags/rename/undo`; null if nothing was changed.";

export const TagRename = Type.Object(
  {
    id: Nullable(Type.String({ description: renameId, examples: [exampleId("rename")] })),
    dryRun: Type.Boolean({ description: "Whether the request was a dry run." }),
    changed: Type.Integer({ description: changed }),
    locked: Type.Integer({ description: locked }),
  },
  { $id: "TagRename", examples: [{ id: exampleId("rename"), dryRun: false, changed: 128, locked: 4 }] },
);

export const UndoTagRename = Closed(
  { id: Id(exampleId("rename"), "The `id` of the renaming, or of the undo of one.") },
  { examples: [{ id: exampleId("rename") }] },
);
export type UndoTagRename = Static<typeof UndoTagRename>;

export const TagRenameUndo = Type.Object(
  {
    id: Nullable(
      Type.String({
        description: "The undo is a renaming too, so it can be undone; null if nothing was changed.",
        examples: [exampleId("rename")],
      }),
    ),
    changed: Type.Integer({ description: "How many entries got their previous tags back." }),
    locked: Type.Integer({ description: "How many now start before the lock date and keep their tags." }),
    skipped: Type.Integer({
      description: "How many keep their tags because they were changed since, or because the entry was deleted.",
    }),
  },
  { $id: "TagRenameUndo", examples: [{ id: exampleId("rename"), changed: 126, locked: 0, skipped: 2 }] },
);
