import { Alert, Button, Stack, Text } from "@mantine/core";
import { Component, type ReactNode } from "react";

/** Error boundary of a page. The rest of the console stays usable. */
export class PageError extends Component<{ readonly children: ReactNode }, { readonly error: Error | null }> {
  override state = { error: null as Error | null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <Alert color="red" title="This page could not be displayed" role="alert">
        <Stack align="flex-start">
          <Text>{error.message}</Text>
          <Button onClick={() => location.reload()}>Load it again</Button>
        </Stack>
      </Alert>
    );
  }
}
