import { Group, Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { Action } from "./action.js";
import { Form } from "./form.js";
import { Problem } from "./loaded.js";
import { isRefusedForImpact } from "./review.js";

interface FormDialogProps {
  readonly title: string;
  readonly word: string;
  readonly cancelWord?: string;
  readonly size?: "lg" | "xl";
  /**
   * State of the submitted request. The dialog shows the error of a failed request, except a rejection because of
   * negative impact, which the form shows.
   */
  readonly request?: { readonly error: Error | null; readonly isPending: boolean };
  readonly isDisabled?: boolean;
  /** Whether submitting is destructive. */
  readonly isGrave?: boolean;
  readonly onClose: () => void;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

export function FormDialog({ title, word, cancelWord = "Cancel", size, request, ...more }: FormDialogProps) {
  const { isDisabled = false, isGrave = false, onClose, onSubmit, children } = more;
  const { error = null, isPending = false } = request ?? {};
  return (
    <Modal opened onClose={onClose} size={size} title={title}>
      <Form onSubmit={onSubmit}>
        {error !== null && !isRefusedForImpact(error) && <Problem error={error} />}
        {children}
        <Group justify="flex-end">
          <Action label={cancelWord} onClick={onClose} />
          <Action
            label={word}
            type="submit"
            variant="filled"
            color={isGrave ? "red.8" : undefined}
            loading={isPending}
            disabled={isDisabled}
          />
        </Group>
      </Form>
    </Modal>
  );
}
