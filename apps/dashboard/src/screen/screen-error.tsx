import { Component, type ReactNode } from "react";
import { useText } from "#i18n/text.ts";
import button from "#ui/button/plain-button.module.css";

interface Props {
  /** Identifies the current screen; when it changes, rendering is retried. */
  at?: string | undefined;
  children: ReactNode;
}

/**
 * Replaces a screen that failed to render with an error; the rest of the page keeps working. It is a class because
 * React has no other error boundaries.
 */
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
