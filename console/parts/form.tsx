import { Stack, type StackProps } from "@mantine/core";
import type { ReactNode } from "react";

/** Form that calls a handler instead of letting the browser submit the data. */
export const Form = ({
  onSubmit,
  children,
  ...stack
}: Pick<StackProps, "gap"> & { onSubmit: (data: FormData) => void; children: ReactNode }) => (
  <form
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit(new FormData(event.currentTarget));
    }}
  >
    <Stack {...stack}>{children}</Stack>
  </form>
);
