import { Component, type ReactNode } from "react";
import { useText } from "#api/settings.ts";
import button from "#ui/plain-button.module.css";

interface Props {
  /** The screen that is shown: with another value it is tried again. */
  at?: string | undefined;
  children: ReactNode;
}

/** Says in place of a screen that it failed; everything around it goes on. React asks for a class here. */
export class ScreenError extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidUpdate(before: Props): void {
    if (this.state.hasFailed && before.at !== this.props.at) this.setState({ hasFailed: false });
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <Failed /> : this.props.children;
  }
}

function Failed() {
  const { shell } = useText();
  return (
    <div role="alert" style={{ display: "grid", justifyItems: "start", gap: 16 }}>
      <h1>{shell.somethingWrong}</h1>
      <button type="button" className={button.button} onClick={() => location.reload()}>
        {shell.reload}
      </button>
    </div>
  );
}
