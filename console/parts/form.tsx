import { Stack, type StackProps } from "@mantine/core";
import type { ReactNode } from "react";

interface FormProps extends Pick<StackProps, "gap"> {
  readonly onSubmit: (data: FormData) => void;
  readonly children: ReactNode;
}

/** Form that calls a handler instead of the browser's submission. */
export const Form = ({ onSubmit, children, ...stack }: FormProps) => (
  <form
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit(new FormData(event.currentTarget));
    }}
  >
    <Stack {...stack}>{children}</Stack>
  </form>
);
