import { Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { Problem } from "./loaded.js";
import { FormButtons } from "./form-buttons.js";
import { Form } from "./sign-in.js";

interface FormDialogProps {
  readonly title: string;
  /** Label of the submit button. */
  readonly word: string;
  /** Label of the cancel button. */
  readonly cancelWord?: string;
  readonly size?: "lg" | "xl";
  /** Error of the last submission. */
  readonly error?: Error | null;
  readonly isBusy?: boolean;
  readonly isDisabled?: boolean;
  /** Whether submitting is destructive. */
  readonly isGrave?: boolean;
  readonly onClose: () => void;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** Dialog that contains a form. */
export const FormDialog = ({ title, size, error = null, onClose, onSubmit, children, ...buttons }: FormDialogProps) => (
  <Modal opened onClose={onClose} size={size} title={title}>
    <Form onSubmit={onSubmit}>
      {error !== null && <Problem error={error} />}
      {children}
      <FormButtons {...buttons} onClose={onClose} />
    </Form>
  </Modal>
);
