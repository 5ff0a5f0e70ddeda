import { Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { Problem } from "./loaded.js";
import { FormButtons } from "./form-buttons.js";
import { Form } from "./sign-in.js";

interface FormDialogProps {
  readonly title: string;
  readonly word: string;
  readonly cancelWord?: string;
  readonly size?: "lg" | "xl";
  readonly error?: Error | null;
  readonly isBusy?: boolean;
  readonly isDisabled?: boolean;
  readonly isGrave?: boolean;
  readonly onClose: () => void;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

export const FormDialog = ({ title, size, error = null, onClose, onSubmit, children, ...buttons }: FormDialogProps) => (
  <Modal opened onClose={onClose} size={size} title={title}>
    <Form onSubmit={onSubmit}>
      {error !== null && <Problem error={error} />}
      {children}
      <FormButtons {...buttons} onClose={onClose} />
    </Form>
  </Modal>
);
