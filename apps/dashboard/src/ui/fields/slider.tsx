import type { ReactNode } from "react";
import fields from "./field.module.css";

interface Props {
  label: ReactNode;
  /** How the value is read out. */
  text: string;
  value: number;
  min: number;
  max: number;
  step: number;
  onChange: (value: number) => void;
}

export function Slider({ label, text, onChange, ...range }: Props) {
  return (
    <label className={fields.field}>
      <span>{label}</span>
      <input
        {...range}
        type="range"
        className={fields.range}
        aria-valuetext={text}
        onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
      />
    </label>
  );
}
