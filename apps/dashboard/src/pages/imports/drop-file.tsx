import { type DragEvent, useState } from "react";
import { useLocation } from "wouter";
import { uploadFile } from "#api/imports.ts";
import { useAction } from "#ui/form/use-action.ts";
import { useImportWords } from "./parts/use-import-words.ts";
import { ErrorLine } from "#ui/form/error-line.tsx";
import { FileButton } from "#ui/button/file-button.tsx";
import classes from "./parts/imports.module.css";

/** Uploads a dropped or chosen file, and opens its import. */
export function DropFile() {
  const words = useImportWords();
  const [, navigate] = useLocation();
  const action = useAction();
  const [isOver, setIsOver] = useState(false);
  const [name, setName] = useState("");
  const [isMany, setIsMany] = useState(false);

  function take(files: FileList | null): void {
    const [file] = files ?? [];
    setIsMany((files?.length ?? 0) > 1);
    if (file === undefined || files?.length !== 1 || action.isRunning) return;
    setName(file.name);
    action.run(async () => {
      const { id } = await uploadFile(file, file.name);
      navigate(`/settings/import/${id}`);
    });
  }

  const over = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(event.type === "dragover");
  };
  return (
    <div
      className={`panel ${classes.drop}`}
      data-over={isOver || undefined}
      onDragOver={over}
      onDragLeave={over}
      onDrop={(event) => {
        over(event);
        take(event.dataTransfer.files);
      }}
    >
      <p>
        {isOver ? words.dropNow : words.drop} <span className="dim">{words.or}</span>
      </p>
      <FileButton label={words.choose} accept=".csv,.json,.zip,.txt,.tsv" isBusy={action.isRunning} onChoose={take} />
      <p className="dim">{words.kinds}</p>
      <p role="status" className="dim note">
        {action.isRunning ? words.uploading(name) : ""}
      </p>
      <ErrorLine>{isMany ? words.tooMany : action.message}</ErrorLine>
    </div>
  );
}
