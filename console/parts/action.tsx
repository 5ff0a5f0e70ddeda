import { ActionIcon, Button, type ButtonProps } from "@mantine/core";
import type { Icon } from "@tabler/icons-react";
import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ComponentPropsWithRef, ReactNode } from "react";
import { Link } from "wouter";

type Own = "label" | "name" | "href";

interface ActionProps extends ButtonProps, Omit<ComponentPropsWithRef<"button">, keyof ButtonProps | Own> {
  readonly label: ReactNode;
  /** Accessible name. Required if several buttons on the page have the same label. */
  readonly name?: string;
  /** Address of a console page. With an address, the button is a link to this page. */
  readonly href?: string;
}

export function Action({ label, name, href, ...more }: ActionProps) {
  const link = href === undefined ? {} : { component: Link as unknown as "button", href };
  return (
    <Button variant="default" aria-label={name} {...link} {...more}>
      {label}
    </Button>
  );
}

interface MoreProps extends Pick<ActionProps, "label" | "size"> {
  readonly query: Pick<UseInfiniteQueryResult, "hasNextPage" | "isFetchingNextPage" | "fetchNextPage">;
}

/** Button that loads the next page of a query; absent after the last page. */
export const More = ({ query: { hasNextPage, isFetchingNextPage, fetchNextPage }, ...more }: MoreProps) =>
  hasNextPage && <Action {...more} loading={isFetchingNextPage} onClick={() => void fetchNextPage()} />;

interface IconActionProps {
  readonly Of: Icon;
  readonly label: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

export const IconAction = ({ Of, label, ...more }: IconActionProps) => (
  <ActionIcon variant="subtle" color="gray.7" aria-label={label} title={label} {...more}>
    <Of size={18} />
  </ActionIcon>
);
