import { readDevice, writeDevice } from "#device/notes.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { MenuItem, MenuLabel } from "#ui/menu/menu.tsx";

const shapes = ["programs", "comma", "semicolon", "tab"] as const;
const note = "stint-csv";

/** The form in which this device downloads CSV files: for programs or for a spreadsheet. */
const chosenShape = () => shapes.find((each) => each === readDevice(note)) ?? "programs";

/** Returns a function from a table's format to the query parameters that request it in the chosen shape. */
export function useTableShape() {
  const { number } = useFormat();
  return <Format extends "csv" | "xlsx">(format: Format) => {
    const shape = chosenShape();
    if (format === "xlsx" || shape === "programs") return { format };
    const hasComma = shape === "semicolon" || (shape === "tab" && number(0.5).includes(","));
    return { format, separator: shape, decimalMark: hasComma ? ("comma" as const) : ("point" as const), bom: true };
  };
}

/** Menu items that choose the shape. */
export function CsvShapeItems() {
  const { entries } = useText();
  const chosen = chosenShape();
  return (
    <>
      <MenuLabel>{entries.csvFiles}</MenuLabel>
      {shapes.map((shape) => (
        <MenuItem key={shape} onClick={() => writeDevice(note, shape)}>
          {entries.csvShapes[shape]}
          {shape === chosen && " ✓"}
        </MenuItem>
      ))}
    </>
  );
}
